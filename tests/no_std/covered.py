#!/usr/bin/env python3
"""Whether the program that is linked here calls every public function of the crates it proves.

The arguments are what rustdoc writes of these crates as JSON. Of every public type, trait and module
that can be reached from a crate's root, this asks for

* `Type::function(` for each function of the type itself,
* `helper::<Type>` for each trait that the type implements, where `of_trait.rs` has the helper,
* `<Type as Trait>::method(` for each method of any other trait,
* `Trait::method(` in `of_trait.rs` for each method of a trait of the crate's own,
* `module::function(` for each function in a module,

and lists what it does not find in the sources. Hidden items are not public. Methods that a trait of the
standard library provides itself are that library's.
"""

import json
import re
import sys
from pathlib import Path

SOURCES = Path(__file__).parent / "src"

HELPERS = {
    "Clone": "copy",
    "Code": "code",
    "Debug": "debug",
    "Default": "default",
    "Display": "display",
    "Error": "error",
    "FromStr": "parse",
    "Game": "game",
    "Hash": "hash",
    "Key": "key",
    "Numbering": "numbering",
    "Ord": "order",
    "PartialEq": "equal",
    "PartialOrd": "order",
    "Probe": "probe",
    "ProbeFailure": "probe_failure",
}


def without_generics(text):
    """The text without what stands between angle brackets, but for `<Type as Trait>`."""
    while True:
        shorter = re.sub(r"(?:::)?<(?![^<>]* as )[^<>]*>", "", text)
        if shorter == text:
            return text
        text = shorter


def required(crate):
    """What the sources must call, in the form in which it is looked for."""
    index, calls, seen = crate["index"], set(), set()

    def kind(item):
        return next(iter(item["inner"].items()))

    def of_impl(name, impl):
        # Also listed with what it converts from.
        if impl["for"]["resolved_path"]["path"].split("::")[-1] != name:
            return
        functions = [index[str(i)] for i in impl["items"]]
        functions = [item for item in functions if kind(item)[0] == "function"]
        if impl["trait"] is None:
            public = (item for item in functions if item["visibility"] == "public")
            calls.update(f"{name}::{item['name']}(" for item in public)
            return
        trait = impl["trait"]["path"].split("::")[-1]
        if trait in HELPERS:
            calls.add(f"{HELPERS[trait]}::<{name}>")
        else:
            calls.update(f"<{name} as {trait}>::{item['name']}(" for item in functions)

    def of_item(item, module):
        if item["id"] in seen:
            return
        seen.add(item["id"])
        what, inner = kind(item)
        name = item["name"]
        if what == "use":
            # What is not in the index is another crate's.
            target = index.get(str(inner["id"]))
            if target is not None:
                of_item(target, module)
        elif what == "module":
            for i in inner["items"]:
                of_item(index[str(i)], "" if inner["is_crate"] else f"{name}::")
        elif what == "function":
            calls.add(f"{module}{name}(")
        elif what == "trait":
            methods = (index[str(i)] for i in inner["items"])
            methods = (item for item in methods if kind(item)[0] == "function")
            calls.update(f"{name}::{method['name']}(" for method in methods)
        elif what in ("struct", "enum", "union"):
            for i in inner["impls"]:
                impl = index[str(i)]["inner"]["impl"]
                if not impl["is_synthetic"] and impl["blanket_impl"] is None:
                    of_impl(name, impl)

    of_item(index[str(crate["root"])], "")
    return calls


def called():
    """Every call in the sources, in the same form."""
    calls = set()
    for path in SOURCES.rglob("*.rs"):
        text = re.sub(r"//.*", "", path.read_text())
        for helper, name in re.findall(r"\b(\w+)::<&?(\w+)", text):
            calls.add(f"{helper}::<{name}>")
        text = without_generics(text)
        calls.update(re.findall(r"<\w+ as \w+>::\w+\(", text))
        calls.update(f"{path}(" for path in re.findall(r"\b((?:\w+::)*\w+)\(", text))
    return calls


def main():
    calls, missing, count = called(), [], 0
    for path in sys.argv[1:]:
        required_of_crate = required(json.loads(Path(path).read_text()))
        count += len(required_of_crate)
        missing += sorted(required_of_crate - calls)
    for call in missing:
        print(f"not linked: {call}", file=sys.stderr)
    print(f"{count - len(missing)} of {count} public functions and traits of types are linked")
    return 1 if missing or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())

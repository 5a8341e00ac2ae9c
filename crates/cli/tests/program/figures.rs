//! Pictures as XML. A picture that is not well-formed fails here.

use std::collections::BTreeMap;

use roxmltree::{Document, Node};

const SVG: &str = "http://www.w3.org/2000/svg";

/// A picture, checked for the parts that every picture has.
pub(crate) fn document(svg: &str) -> Document<'_> {
    let document = Document::parse(svg).unwrap();
    assert!(document.root_element().has_tag_name((SVG, "svg")));
    // The text for a screen reader.
    assert!(document.descendants().any(|node| node.has_tag_name((SVG, "title"))));
    // A style replaces every colour in dark mode; a viewer may ignore the style.
    let style = document.descendants().find(|node| node.has_tag_name((SVG, "style"))).unwrap();
    let style = style.text().unwrap();
    assert!(style.trim().starts_with("@media screen and (prefers-color-scheme:dark){"), "{style}");
    for node in document.descendants() {
        for name in ["fill", "stroke"] {
            let colour = node.attribute(name).filter(|colour| *colour != "none");
            let rule = colour.map(|colour| format!("[{name}=\"{colour}\"]{{{name}:"));
            assert!(rule.is_none_or(|rule| style.contains(&rule)), "{colour:?}");
        }
    }
    // The paper has the size of the picture.
    let root = document.root_element();
    let paper = root.children().find(|node| node.has_tag_name((SVG, "rect"))).unwrap();
    let [width, height] = size(root);
    assert_eq!(paper.attribute("width"), Some(width));
    assert_eq!(paper.attribute("height"), Some(height));
    // On a screen a unit is a pixel. A picture to print has its size in millimetres.
    for (name, size) in [("width", width), ("height", height)] {
        let given = root.attribute(name).unwrap();
        assert!(given == size || given.ends_with("mm"), "{name} {given}");
    }
    document
}

/// A picture's width and height in its own units.
fn size<'a>(root: Node<'a, '_>) -> [&'a str; 2] {
    let numbers: Vec<_> = root.attribute("viewBox").unwrap().split_whitespace().collect();
    assert_eq!(numbers[..2], ["0", "0"]);
    [numbers[2], numbers[3]]
}

/// All texts of a picture, each within the paper's width.
pub(crate) fn texts(svg: &str) -> Vec<String> {
    let document = document(svg);
    let number = |node: Node<'_, '_>, name| {
        node.attribute(name).and_then(|number| number.parse::<f64>().ok()).unwrap()
    };
    let [width, height] = size(document.root_element()).map(|size| size.parse::<f64>().unwrap());
    let texts = document.descendants().filter(|node| node.has_tag_name((SVG, "text")));
    texts
        .map(|node| {
            let text = node.text().unwrap_or_default().trim().to_owned();
            let (x, y) = (number(node, "x"), number(node, "y"));
            // About the width of most typefaces.
            let size =
                if node.has_attribute("font-size") { number(node, "font-size") } else { 12.0 };
            let words = size / 2.0 * f64::from(u32::try_from(text.chars().count()).unwrap());
            let left = if node.has_attribute("text-anchor") { x - words / 2.0 } else { x };
            assert!(left >= 0.0 && left + words <= width, "{text} is not within {width}");
            assert!((0.0..height).contains(&y), "{text}");
            text
        })
        .collect()
}

/// The attributes of all elements with this name.
pub(crate) fn elements(svg: &str, name: &str) -> Vec<BTreeMap<String, String>> {
    let document = document(svg);
    let elements = document.descendants().filter(|node| node.has_tag_name((SVG, name)));
    let attribute = |attribute: roxmltree::Attribute<'_, '_>| {
        (attribute.name().to_owned(), attribute.value().to_owned())
    };
    elements.map(|node| node.attributes().map(attribute).collect()).collect()
}

//! Completions in real shells: what each shell offers after some input.

use std::{fs, process::Command};

use perfect_play_test_kit::skip;
use rexpect::session::spawn_command;

use crate::Folder;

/// The input, and the completions of its last word. Two files exist: `a table.perfect` and `b.perfect`.
const OFFERED: [(&str, &[&str]); 12] = [
    ("perfect-play ver", &["verify"]),
    ("perfect-play s", &["serve", "solve", "squares", "stats"]),
    ("perfect-play export ma", &["map"]),
    (
        "perfect-play verify --",
        &["--color", "--format", "--help", "--json", "--limit", "--no-cache"],
    ),
    ("perfect-play export map --", &["--as", "--color", "--help", "--no-cache", "--output"]),
    ("perfect-play solve tictactoe --o", &["--objective", "--output"]),
    ("perfect-play solve tictactoe --objective ", &["fastest", "outcome"]),
    ("perfect-play arena --format ", &["csv", "json", "svg", "text"]),
    ("perfect-play solve tictactoe -o ", &["a table.perfect", "b.perfect"]),
    ("perfect-play arena blind blind --game a", &["a table.perfect"]),
    ("perfect-play verify b", &["b.perfect"]),
    ("perfect-play probe a", &["a table.perfect"]),
];

/// The longest wait for a shell, in milliseconds. No result depends on the time.
const PATIENCE: u64 = 60_000;

/// The keys that insert all completions, and the keys that write the line to `offered` and clear it.
const INSERT_ALL_AND_WRITE: &str = "\x18a\x18w";

const BASH: &str = r#"
source "$HOME/perfect-play.bash"
write() { printf '%s\n' "$READLINE_LINE" >>"$HOME/offered"; READLINE_LINE=; READLINE_POINT=0; }
bind '"\C-xa": insert-completions'
bind -x '"\C-xw": write'
PS1='READY'
"#;

const ZSH: &str = r#"
fpath=("$HOME" $fpath)
autoload -Uz compinit
compinit -u -D
zle -C all-matches complete-word _generic
zstyle ':completion:all-matches:*' insert yes
zstyle ':completion:all-matches::::' completer _all_matches _complete
write() { print -r -- "$BUFFER" >>"$HOME/offered"; BUFFER= }
zle -N write
bindkey '^Xa' all-matches
bindkey '^Xw' write
PS1='READY'
"#;

/// A shell's home, and in it a folder to complete file names in.
struct Home(Folder);

impl Home {
    /// A home with the shell's script from the program.
    fn with_script(shell: &str, name: &str) -> Self {
        let home = Folder::new();
        fs::write(home.path(name), home.fine(&["completions", shell])).unwrap();
        fs::create_dir(home.path("files")).unwrap();
        for file in ["a table.perfect", "b.perfect"] {
            fs::write(home.path("files").join(file), "").unwrap();
        }
        Self(home)
    }

    /// The command that starts the shell in the folder of files.
    fn shell(&self, name: &str, args: &[&str]) -> Command {
        let mut shell = Command::new(name);
        let home = self.0.path("");
        shell.args(args).current_dir(home.join("files"));
        shell.env_clear().envs(std::env::var_os("PATH").map(|path| ("PATH", path)));
        shell.env("TERM", "xterm").env("HOME", &home).env("ZDOTDIR", &home);
        shell
    }

    /// The text that an interactive shell inserts for each line.
    fn inserted(&self, shell: Command) -> Vec<Vec<String>> {
        let mut shell = spawn_command(shell, Some(PATIENCE)).unwrap();
        shell.exp_string("READY").unwrap();
        for (typed, _) in OFFERED {
            shell.send(typed).unwrap();
            shell.send(INSERT_ALL_AND_WRITE).unwrap();
        }
        shell.send_line("exit").unwrap();
        shell.exp_eof().unwrap();
        let lines = fs::read_to_string(self.0.path("offered")).unwrap();
        let lines = lines.lines().zip(OFFERED).map(|(line, (typed, _))| {
            let last_word = typed.rfind(' ').unwrap() + 1;
            let inserted = line.get(last_word..).unwrap_or_default().replace("\\ ", "\0");
            // zsh writes the `=` that may stand before an option's value.
            let words = inserted.split_whitespace().map(|word| word.trim_end_matches('='));
            words.map(|word| word.replace('\0', " ")).collect()
        });
        lines.collect()
    }
}

/// Whether the shell is installed. If not, a message says so.
fn have(shell: &str) -> bool {
    let found = Command::new(shell).arg("--version").output().is_ok();
    if !found {
        skip(&format!("there is no `{shell}`"));
    }
    found
}

fn assert_offered(found: Vec<Vec<String>>) {
    assert_eq!(found.len(), OFFERED.len(), "{found:?}");
    for ((typed, offered), mut found) in OFFERED.into_iter().zip(found) {
        found.sort();
        assert_eq!(found, offered, "{typed}");
    }
}

#[test]
fn bash_offers_subcommands_options_values_and_files() {
    if !have("bash") {
        return;
    }
    let home = Home::with_script("bash", "perfect-play.bash");
    fs::write(home.0.path("bashrc"), BASH).unwrap();
    let start = home.0.path("bashrc");
    let args = ["--noprofile", "--rcfile", start.to_str().unwrap(), "-i"];
    assert_offered(home.inserted(home.shell("bash", &args)));
}

#[test]
fn zsh_offers_subcommands_options_values_and_files() {
    if !have("zsh") {
        return;
    }
    let home = Home::with_script("zsh", "_perfect-play");
    fs::write(home.0.path(".zshrc"), ZSH).unwrap();
    assert_offered(home.inserted(home.shell("zsh", &["-d", "-i"])));
}

#[test]
fn fish_offers_subcommands_options_values_and_files() {
    if !have("fish") {
        return;
    }
    let home = Home::with_script("fish", "perfect-play.fish");
    let offered = OFFERED.map(|(typed, _)| {
        let ask = format!("source ~/perfect-play.fish; complete -C '{typed}'");
        let output = home.shell("fish", &["--no-config", "-c", &ask]).output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        // A description follows a tab.
        text.lines().map(|line| line.split('\t').next().unwrap().to_owned()).collect()
    });
    assert_offered(offered.into());
}

//! The grade for people.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use perfect_play_analysis::{
    Average, BestResponse, Failure, GradeReport, Graded, MAX_RESPONSE_MOVES, MAX_RESPONSES,
    Measures, Mistake, MoveAnswer,
};
use perfect_play_core::{Game, Scheme, Shown};
use perfect_play_engine::AnyGame;

use super::{
    program_agent::{Answers, IllegalAnswer},
    report::Report,
};
use crate::{
    positions::{move_name, value_text::ValueText},
    terminal::paint::heading,
    text::{
        numbers::{self, counted, grouped},
        wrap::{WIDTH, wrapped, write_wrapped},
    },
};

/// How many plies of a play are shown. JSON has all.
const MOST_PLIES: usize = 40;

/// How many mistakes are listed. JSON has more.
const MISTAKES: usize = 5;

pub(super) fn write(
    out: &mut dyn Write,
    game: &AnyGame,
    agent: &str,
    report: &Report,
) -> io::Result<()> {
    let Report { graded, answers } = report;
    let GradeReport { grade, best_responses, exploitability } = graded;
    let Some(all) = &grade.all else {
        return write_wrapped(
            out,
            &format!("{}, {agent}: there was no position to move in.", grade.game),
        );
    };
    let positions = counted(all.count, "position", "positions");
    let how = match grade.positions {
        Graded::All | Graded::Sampled { is_whole: true, .. } => {
            format!("in all {positions} in which somebody has to move")
        }
        Graded::Reached => format!("in the {positions} that it can come to"),
        Graded::Sampled { seed, is_whole: false } => {
            format!("in {positions} drawn with seed {seed}, with 95% intervals")
        }
        Graded::Given => format!("in {positions}"),
    };
    write_wrapped(out, &format!("{}, {agent}, {how}:", grade.game))?;
    writeln!(out)?;
    write_measures(out, all)?;
    write_failures(out, &grade.failures, answers.as_ref())?;
    write_group(out, "depth", &grade.by_depth)?;
    write_group(out, "ply", &grade.by_ply)?;
    if let (Some(responses), Some(exploitability)) = (best_responses, exploitability) {
        writeln!(out)?;
        for response in responses {
            write_response(out, game, response)?;
        }
        writeln!(out, "exploitability: {exploitability:.4}")?;
    } else if grade.positions == Graded::All {
        let text = format!(
            "The best response is not worked out: play can come to more than {} positions or has more than {} moves, \
             each counted once for every ply. A smaller `--max-plies` has fewer.",
            grouped(MAX_RESPONSES as u64),
            grouped(MAX_RESPONSE_MOVES as u64)
        );
        writeln!(out)?;
        write_wrapped(out, &text)?;
    }
    write_mistakes(out, game, &grade.mistakes)
}

fn share(average: &Average) -> String {
    let percent = |value: f64| format!("{}%", numbers::percent(value, 2));
    match average.interval {
        None => percent(average.value),
        Some(interval) => format!(
            "{} ({} to {})",
            percent(average.value),
            percent(interval.low),
            percent(interval.high)
        ),
    }
}

fn mean(average: &Average) -> String {
    match average.interval {
        None => format!("{:.4}", average.value),
        Some(interval) => {
            format!("{:.4} ({:.4} to {:.4})", average.value, interval.low, interval.high)
        }
    }
}

fn write_measures(out: &mut dyn Write, all: &Measures) -> io::Result<()> {
    let Measures {
        right_in_outcome,
        right_in_distance,
        outcome_regret,
        score_regret,
        plies_regret,
        ..
    } = all;
    writeln!(out, "  keeps the outcome  {}", share(right_in_outcome))?;
    writeln!(out, "  optimal            {}", share(right_in_distance))?;
    writeln!(out, "  mean regret        {} steps of the outcome", mean(outcome_regret))?;
    if let Some(score) = score_regret {
        writeln!(out, "                     {} points", mean(score))?;
    }
    if let Some(plies) = plies_regret {
        writeln!(out, "                     {} plies, where the outcome is kept", mean(plies))?;
    }
    Ok(())
}

fn write_failures(
    out: &mut dyn Write,
    failures: &BTreeMap<Failure, u64>,
    answers: Option<&Answers>,
) -> io::Result<()> {
    let name = |failure: &Failure| match failure {
        Failure::Illegal => "no legal move",
        Failure::Late => "too late",
        Failure::Crashed => "the program ended",
    };
    for (failure, &count) in failures {
        writeln!(out, "  {:<17}  {}", name(failure), grouped(count))?;
    }
    if let Some(Answers { count, mean_ms, most_ms, first_illegal }) = answers {
        let answers = counted(*count, "answer", "answers");
        writeln!(
            out,
            "  time               {mean_ms:.1} ms a move, at most {most_ms:.1} ms ({answers})"
        )?;
        if let Some(IllegalAnswer { position, answer }) = first_illegal {
            let [position, answer] = [position, answer].map(Shown);
            let text =
                format!("The first answer that was no legal move: `{answer}` for `{position}`.");
            write_wrapped(out, &text)?;
        }
    }
    Ok(())
}

/// Writes the measures by depth or by ply.
fn write_group(out: &mut dyn Write, name: &str, by: &BTreeMap<u16, Measures>) -> io::Result<()> {
    if by.len() < 2 {
        return Ok(());
    }
    writeln!(
        out,
        "\n{}",
        heading(format!(
            "{name:>7}{:>14}{:>20}{:>14}",
            "positions", "keep the outcome", "mean regret"
        ))
    )?;
    for (at, measures) in by {
        let right = format!("{}%", numbers::percent(measures.right_in_outcome.value, 2));
        let regret = format!("{:.4}", measures.outcome_regret.value);
        writeln!(out, "{at:>7}{:>14}{right:>20}{regret:>14}", grouped(measures.count))?;
    }
    Ok(())
}

fn write_response(out: &mut dyn Write, game: &AnyGame, response: &BestResponse) -> io::Result<()> {
    let BestResponse { agent, value, against_perfect, play, chance, max_plies } = response;
    let unit = match game.scheme() {
        Scheme::Remoteness => "",
        Scheme::Score => " points",
    };
    let mut text = format!(
        "As {agent}, it gives its best opponent {value:.4}{unit} (perfect play gives {against_perfect:.0})"
    );
    let mut at = game.start();
    for (i, &mv) in play.line.iter().enumerate() {
        if i == MOST_PLIES {
            text += " …";
            break;
        }
        let between = if i == 0 { ", as in this play: " } else { " " };
        text += format!("{between}{}", move_name::name(game, at, mv)).as_str();
        at = game.play(at, mv);
    }
    if *chance < 1.0 {
        text +=
            format!(" (it plays its moves of it with chance {}%)", numbers::percent(*chance, 2))
                .as_str();
    }
    if let Some(plies) = max_plies {
        text += format!(". A play counts as a draw after {}", numbers::plies(*plies)).as_str();
    }
    write_wrapped(out, &format!("{text}."))
}

fn write_mistakes(out: &mut dyn Write, game: &AnyGame, mistakes: &[Mistake]) -> io::Result<()> {
    if mistakes.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nSome of its worst mistakes:")?;
    for mistake in mistakes.iter().take(MISTAKES) {
        let at = game.parse_position(&mistake.position);
        let name = |answer: &MoveAnswer| match at {
            Ok(at) => move_name::name(game, at, answer.number.number()),
            Err(_) => answer.number.number().to_string(),
        };
        let played = match &mistake.mv {
            Some(answer) => format!("{} ({})", name(answer), ValueText::from(answer)),
            None => "no legal move".to_owned(),
        };
        let best: Vec<_> = mistake.optimal.iter().map(name).collect();
        let value = mistake
            .optimal
            .first()
            .map_or_else(String::new, |best| format!(" ({})", ValueText::from(best)));
        let best = move_name::enumeration(&best, "or");
        let text = format!("  {}  plays {played}; best is {best}{value}", mistake.position);
        for line in wrapped(&text, WIDTH, 4) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

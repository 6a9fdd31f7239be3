"""The model card and its picture, from what ``train.py`` has written to ``report.json``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from placing import HOME_FRAGMENTS

FOLDER = Path(__file__).parent
WIDTH, HEIGHT, MARGIN = 640, 300, 48
PLACES = ("left_out", "few")
"""Parts of the recipe that are lists of inputs."""
COLOURS = {"training": "#1f6f8b", "validation": "#c05621"}


def write_card(folder: Path = FOLDER) -> None:
    """Write ``README.md`` and ``curve.svg``."""
    report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    (folder / "curve.svg").write_text(curve_picture(report["curve"], report["figures"]["validation"]), encoding="utf-8")
    (folder / "README.md").write_text(card(report), encoding="utf-8")


def card(report: dict[str, Any]) -> str:
    """The card as Markdown."""
    template = (FOLDER / "card.md").read_text(encoding="utf-8")
    figures = report["figures"]
    tables = [
        f"### {name[0].upper()}{name[1:]}\n\n{table(figures[name])}" for name in ("validation", "left out in turn")
        if name in figures
    ]  # fmt: skip
    lost = [
        f"| {name} | {one['reward']:.3f} | {one['mean']:+.3f} ({one['low']:+.3f} to {one['high']:+.3f}) |"
        for name, one in report["losses"].items()
    ]
    ablations = "\n".join(["| features | reward | difference |", "| --- | ---: | ---: |",
                           f"| as it is | {report['first_way']:.3f} | |", *lost])  # fmt: skip
    values = {
        "verdict": verdict(report),
        "who": who(report),
        "systems": "\n\n".join(tables),
        "ablations": ablations,
        "contexts": contexts(report["contexts"]),
        "data": "\n".join(f"- `{name}`, sha256 {digest}" for name, digest in report["data"].items()),
        "counts": report["counts"],
        "recipe": ", ".join(f"{name} {value}" for name, value in report["recipe"].items() if name not in PLACES),
        "telling": str(len(report["recipe"]["few"])),
        "sizes": sizes(report["sizes"]),
        "home": home(),
        "ppo": str(report["recipe"].get("ppo_steps", 0)),
        "own_sites": own_sites(report["own_sites"]),
        "bytes": f"{report['bytes']:,}",
        "parity": f"{report['parity']['numpy_onnx']:.1e}",
        "same": f"{100 * report['parity']['same_choices']:.1f} %",
        "inputs": str(report["inputs"]),
        "seconds": str(report["seconds"]),
        "constant": json.dumps(report["constant"]),
        "thresholds": json.dumps(report["thresholds"]),
    }
    for name, value in values.items():
        template = template.replace("{" + name + "}", value)
    return template


def verdict(report: dict[str, Any]) -> str:
    """Who decides in this version, why, and which network is in the package."""
    decides_from, lacks = report["decides_from_fragments"], "; ".join(report["lacks"])
    if decides_from is not None:
        first = f"**The network ships.** It decides on sites of {decides_from} fragments or more."
    else:
        first = "**The rules ship: they decide on sites of any size.**"
    why = f"The network of the last run is not surely better than they are: {lacks}." if lacks else (
        "The network of the last run earns more than they do, and more than the best constant plan, left out in turn "
        "and on the validation part."
    )  # fmt: skip
    return " ".join([first, why, _which(report)])


def _which(report: dict[str, Any]) -> str:
    """Which network is in the package, in words."""
    place = "`app/limpet/policy/network.npz` (and as `network.onnx` here, the same numbers)"
    if not report["is_there"]:
        return "There is no network in the package."
    if not report["refusals"]:
        return f"It is in the package as {place}."
    held, why = report["held"], "; ".join(report["refusals"])
    gain = f"{held['gain']:+.3f} ({held['gain_low']:+.3f} to {held['gain_high']:+.3f})"
    return (
        f"In the package, as {place}, is that of an earlier run: the last one's does not take its place, for {why}. "
        f"On the validation part, with the program of today, that one gains {gain}."
    )


def who(report: dict[str, Any]) -> str:
    """Where the network decides, for a sentence."""
    asked = '`limpet build --policy network`, `Chat(policy="network")`'
    decides_from = report["decides_from_fragments"]
    if decides_from is None:
        return f"The network decides where it is asked for ({asked}), on sites of any size."
    return f"The network decides from {decides_from} fragments on, and where it is asked for ({asked}) on any site."


def home() -> str:
    """From how many fragments on a network decides that is good enough."""
    return f"A network that is good enough would therefore decide from {HOME_FRAGMENTS} fragments on, unasked."


def sizes(found: dict[str, dict[str, float]]) -> str:
    """What the network gains, one line a size."""
    lines = ["| fragments | messages | network | rules as shipped | gain |", "| ---: | ---: | ---: | ---: | ---: |"]
    for size, one in found.items():
        gain = f"{one['gain']:+.3f} ({one['gain_low']:+.3f} to {one['gain_high']:+.3f})"
        lines.append(f"| {size} | {one['messages']:.0f} | {one['network']:.3f} | {one['rules']:.3f} | {gain} |")
    return "\n".join(lines)


def own_sites(shares: dict[str, float]) -> str:
    """What is answered on sites of other kinds, in words."""
    told = {name: f"{100 * share:.0f} %" for name, share in shares.items()}
    return (
        f"of the covered ones the network answers {told['covered']} (rules: {told['covered_by_rules']}), of the "
        f"uncovered ones {told['uncovered']} (rules: {told['uncovered_by_rules']})."
    )


def table(systems: dict[str, dict[str, float]]) -> str:
    """One line a system."""
    lines = [
        "| system | mean reward | 95 % interval | gain over the better of the others |",
        "| --- | ---: | ---: | ---: |",
    ]
    for name, one in systems.items():
        gain = f"{one['gain']:+.3f} ({one['gain_low']:+.3f} to {one['gain_high']:+.3f})" if "gain" in one else ""
        lines.append(f"| {name} | {one['reward']:.3f} | {one['low']:.3f} to {one['high']:.3f} | {gain} |")
    return "\n".join(lines)


def contexts(parts: dict[str, dict[str, dict[str, float]]]) -> str:
    """Ranking by context, one line a set."""
    lines = ["| set | metric | message alone | in its context | chosen |", "| --- | --- | ---: | ---: | ---: |"]
    for name, systems in parts.items():
        metric = next(iter(systems["chosen"]))
        cells = " | ".join(f"{systems[way][metric]:.4f}" for way in ("message alone", "in its context", "chosen"))
        lines.append(f"| {name} | {metric} | {cells} |")
    return "\n".join(lines)


def curve_picture(curve: Sequence[dict[str, float]], validation: dict[str, dict[str, float]]) -> str:
    """Mean reward against steps, with the rules' as a dashed line."""
    names = [name for name in COLOURS if name in curve[0]]
    rules = validation["heuristic"]["reward"]
    values = [row[name] for row in curve for name in names] + [rules]
    low, high, most = min(values), max(values), max(row["steps"] for row in curve) or 1

    def point(steps: float, value: float) -> str:
        x = MARGIN + (WIDTH - 2 * MARGIN) * steps / most
        return f"{x:.1f},{HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * (value - low) / ((high - low) or 1):.1f}"

    style = 'font-family="sans-serif" font-size="12" fill="#666"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        'aria-label="Mean reward while training">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<polyline fill="none" stroke="#999" stroke-dasharray="4 4" points="{point(0, rules)} {point(most, rules)}"/>',
        f'<text x="{WIDTH - MARGIN}" y="16" text-anchor="end" {style}>dashed: rules on the validation part</text>',
        f'<text x="{MARGIN}" y="{HEIGHT - 14}" {style}>0</text>',
        f'<text x="{WIDTH - MARGIN}" y="{HEIGHT - 14}" text-anchor="end" {style}>{most:,.0f} epochs</text>',
        f'<text x="6" y="{HEIGHT - MARGIN}" {style}>{low:.3f}</text>',
        f'<text x="6" y="{MARGIN}" {style}>{high:.3f}</text>',
    ]
    for place, name in enumerate(names):
        points = " ".join(point(row["steps"], row[name]) for row in curve)
        colour = COLOURS[name]
        parts.append(f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="{points}"/>')
        parts.append(f'<text x="{MARGIN + 110 * place}" y="16" {style.replace("#666", colour)}>{name}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


if __name__ == "__main__":
    write_card()

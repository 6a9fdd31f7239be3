"""
The command line: ``limpet build | serve | demo | ask | wire | inspect | eval | bench``.

Exit codes: 0 done, 1 something that limpet has a word for went wrong (``code: sentence`` on standard error), 2 wrong
usage, 130 interrupted.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from limpet import __version__
from limpet.errors import LimpetError
from limpet.host.usage import Usage


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    options = _parser().parse_args(sys.argv[1:] if arguments is None else arguments)
    try:
        code: int = options.run(options)
    except LimpetError as error:
        _report(error, as_json=getattr(options, "json", False))
        return 1
    except BrokenPipeError:  # the reader of our output went away, as with `| head`
        sys.stderr.close()
        return 0
    except KeyboardInterrupt:
        return 130
    return code


def _report(error: LimpetError, *, as_json: bool) -> None:
    if as_json:
        sys.stdout.write(json.dumps({"error": error.code, "detail": error.detail}, ensure_ascii=False) + "\n")
    sys.stderr.write(f"limpet: {error}\n")


def _parser() -> argparse.ArgumentParser:
    parser = Usage("limpet", description="A chatbot for static pages that remembers.")
    parser.add_argument("--version", action="version", version=f"limpet {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for add in (_add_build, _add_serve, _add_demo, _add_ask, _add_wire, _add_inspect, _add_eval, _add_bench):
        add(commands)
    return parser


def _command(commands: Any, name: str, run: Callable[[argparse.Namespace], int], help_text: str) -> Any:
    command = commands.add_parser(name, help=help_text, description=help_text)
    command.set_defaults(run=run)
    return command


def _add_build(commands: Any) -> None:
    command = _command(commands, "build", _build, "Make a static site with a chatbot from documents.")
    command.add_argument("docs", type=Path, metavar="DOCS", help="folder or file: Markdown, HTML, text, JSON, CSV")
    command.add_argument("-o", "--output", type=Path, required=True, metavar="SITE", help="folder of the site")
    command.add_argument("--title", default="", help="shown on the page; default: the folder's name")
    command.add_argument("--base-path", default="/", help="path that the site is served under, such as /docs/")
    command.add_argument("--model", type=Path, default=None, help="another folder with model.onnx and tokenizer.json")
    command.add_argument("--embed", choices=("on", "off"), default="on", help="off: words only, no vectors")
    _add_policy(command)
    command.add_argument("--json", action="store_true", help="the report as one line of JSON")


def _add_serve(commands: Any) -> None:
    command = _command(commands, "serve", _serve, "Serve a built site on this machine.")
    command.add_argument("site", type=Path, metavar="SITE")
    command.add_argument("--host", default="127.0.0.1", help="loopback unless told")
    command.add_argument("--port", type=int, default=8000, help="0 takes a free one")
    command.add_argument("--no-isolation", action="store_true", help="leave the isolation headers out")


def _add_demo(commands: Any) -> None:
    command = _command(commands, "demo", _demo, "Build and serve the two demo sites.")
    command.add_argument("-o", "--output", type=Path, default=Path("build/demo"), metavar="FOLDER")
    command.add_argument("--host", default="127.0.0.1")
    command.add_argument("--port", type=int, default=8000, help="0 takes a free one")
    command.add_argument("--base-path", default="/", help="path that the folder is served under, such as /limpet/")
    command.add_argument("--build-only", action="store_true", help="do not serve")


def _add_ask(commands: Any) -> None:
    command = _command(commands, "ask", _ask, "Ask a question, or talk when none is given.")
    command.add_argument("question", nargs="*", metavar="QUESTION")
    command.add_argument("--index", type=Path, required=True, metavar="DIR", help="a built site or folder of documents")
    command.add_argument("--json", action="store_true", help="the answered event as one line of JSON")
    _add_policy(command)
    _add_model(command)


def _add_wire(commands: Any) -> None:
    command = _command(commands, "wire", _wire, "Answer JSON requests, one a line, on standard input.")
    command.add_argument("--index", type=Path, default=None, metavar="DIR", help="a built site or folder of documents")
    command.add_argument("--memory", type=Path, default=None, metavar="FILE", help="keeps memory between runs")
    command.add_argument("--now", default=None, metavar="ISO", help="the time that the chat believes")
    command.add_argument("--embed", choices=("on", "off"), default="on", help="off: words only, no vectors")
    _add_policy(command)
    _add_model(command)


def _add_model(command: Any) -> None:
    command.add_argument("--llm", default="", metavar="URL", help="an OpenAI-compatible endpoint phrases the answers")
    command.add_argument("--model", default="", metavar="NAME", help="its model; the key comes from LIMPET_LLM_KEY")


def _add_policy(command: Any) -> None:
    told = "who decides how to answer: rules, or the trained network; by default what was found better (models/policy)"
    command.add_argument("--policy", default="", metavar="NAME", help=told)


def _add_inspect(commands: Any) -> None:
    command = _command(commands, "inspect", _inspect, "Show what is in an index or a memory file.")
    command.add_argument("path", type=Path, metavar="SITE|FILE")
    command.add_argument("--json", action="store_true")


def _add_eval(commands: Any) -> None:
    command = _command(commands, "eval", _eval, "Measure on a folder of evaluation data.")
    command.add_argument("task", metavar="TASK")
    command.add_argument("directory", type=Path, metavar="DIR")
    command.add_argument("--corpus", type=Path, default=None, metavar="DIR", help="where a corpus that DIR lacks lies")
    command.add_argument("--json", action="store_true", help="one line of JSON")
    command.add_argument("--show", action="store_true", help="print the questions for tuning that fail instead")


def _add_bench(commands: Any) -> None:
    command = _command(commands, "bench", _bench, "Time retrieval and memory work on this machine.")
    command.add_argument("--fragments", type=_count, default=10_000, metavar="COUNT")
    command.add_argument("--json", action="store_true")


def _count(given: str) -> int:
    if not (number := int(given)) > 0:
        raise argparse.ArgumentTypeError(f"{given} is not above zero")
    return number


def _build(options: argparse.Namespace) -> int:
    from limpet.site.build import build_site

    report = build_site(
        options.docs,
        options.output,
        title=options.title,
        base_path=options.base_path,
        model=options.model,
        embed=options.embed == "on",
        policy=options.policy,
        observer=_progress,
    )
    sys.stdout.write((json.dumps(report.as_json(), ensure_ascii=False) if options.json else report.as_text()) + "\n")
    return 0


def _serve(options: argparse.Namespace) -> int:
    from limpet.site.serve import serve

    serve(options.site, host=options.host, port=options.port, isolation=not options.no_isolation)
    return 0


def _demo(options: argparse.Namespace) -> int:
    from limpet.site.demo import build_demo, serve_demo

    build_demo(options.output, base_path=options.base_path, observer=_progress)
    if not options.build_only:
        serve_demo(options.output, host=options.host, port=options.port)
    return 0


def _ask(options: argparse.Namespace) -> int:
    from limpet.host.native import open_chat, reach_models
    from limpet.host.terminal import converse, say

    chat = open_chat(options.index, policy=options.policy)
    reach_models(chat, options.llm, options.model)
    if not options.question:
        asyncio.run(converse(chat))
        return 0
    out = sys.stderr if options.json else sys.stdout
    answered = asyncio.run(say(chat, " ".join(options.question), out))
    if answered is None:
        return 1
    if options.json:
        sys.stdout.write(json.dumps(answered.body(), ensure_ascii=False) + "\n")
    return 0


def _wire(options: argparse.Namespace) -> int:
    from limpet.host.native import kept_session, open_chat_with_memory, reach_models
    from limpet.host.terminal import serve_wire

    sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    sys.stdout.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    embed = options.embed == "on"
    chat = open_chat_with_memory(options.index, options.memory, now=options.now, embed=embed, policy=options.policy)
    reach_models(chat, options.llm, options.model)

    async def serve() -> None:
        async with kept_session(chat, options.memory):
            await serve_wire(chat, sys.stdin, sys.stdout)

    asyncio.run(serve())
    return 0


def _inspect(options: argparse.Namespace) -> int:
    from limpet.host.native import inspect_path

    facts = inspect_path(options.path)
    if options.json:
        sys.stdout.write(json.dumps(facts, ensure_ascii=False) + "\n")
    else:
        sys.stdout.writelines(f"{name}: {value}\n" for name, value in facts.items())
    return 0


def _eval(options: argparse.Namespace) -> int:
    from limpet.evaluation.run import run

    return run(options.task, options.directory, options.corpus, options.json, shows_failing=options.show)


def _bench(options: argparse.Namespace) -> int:
    from limpet.evaluation.bench import run

    return run(options.fragments, options.json)


def _progress(what: str, facts: dict[str, Any]) -> None:
    shown = " ".join(f"{name}={value}" for name, value in facts.items())
    sys.stderr.write(f"{what} {shown}\n")


if __name__ == "__main__":
    sys.exit(main())

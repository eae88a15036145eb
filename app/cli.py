"""The command line: `yomi`, `yomi read`, `ask`, `export`, `repeat`, `quantize`, `bench`, `doctor`.

Parses, dispatches, turns ends into exit codes.

Main thread. Imports neither Qt nor torch before a command needs them. Exit codes: 0 all done, 1 something
was not read, 2 usage, 130 stopped by Ctrl-C, 143 by SIGTERM, 141 nobody read the output any more.
"""

from __future__ import annotations

import argparse
import difflib
import logging
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from app.commands.bench import BenchOptions, run_bench
from app.commands.command_engine import EngineOptions
from app.commands.command_log import command_log
from app.commands.doctor import run_doctor, version
from app.commands.export import FORMATS as EXPORT_FORMATS
from app.commands.export import LATEST, ExportOptions, list_conversations, run_export
from app.commands.quantize import run_quantize
from app.commands.read import PictureCommand
from app.commands.repeat import AS_EXPORTED, RepeatOptions, run_repeat
from app.commands.result_writers import FORMATS
from app.commands.stop_signals import ToldToStop, stop_signals
from app.commands.terminal import OutputError, Terminal, forget_stream
from app.domain import DEFAULT_MAX_NEW_TOKENS, Box
from app.engine_port import BENCH_DIMENSIONS, DEVICES, PRECISIONS
from app.engine_start import open_engine
from app.export.formats import ExportFormat
from app.paths import NoHomeError, bundled_model_dir, instance_path, named_by_user
from app.single_instance import OtherVersionError, StartRequest, hand_over

log = logging.getLogger(__name__)

COMMANDS = ("read", "ask", "export", "repeat", "quantize", "bench", "doctor")
USAGE_EXIT = 2
INTERRUPTED_EXIT = 130
BROKEN_PIPE_EXIT = 141

_WINDOW_USAGE = """\
yomi [PATH…] [--capture] [--model DIR]
       yomi read PATH… [--markdown] [--region X,Y,W,H] [--format text|markdown|json]
                 [--model DIR] [--device auto|cpu|cuda|mps] [--precision auto|bf16|fp32|int4]
                 [--max-new-tokens N]
       yomi ask PATH QUESTION [the same options]
       yomi export CONVERSATION [--format text|markdown|json|html|docx] [--output FILE]
                 [--all-versions] [--force]
       yomi export --list
       yomi repeat EXPORT.json [PICTURE…] [--json] [--model DIR] [--device …] [--precision …]
       yomi quantize DIR [--force]
       yomi bench [--quick] [--json FILE] [--dimensions 2b]
       yomi doctor [--json]"""
_WINDOW_NOTE = (
    "Without a command the window opens with the pictures. "
    "A file that is named like a command needs a path: ./read"
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        return _dispatch(arguments)
    except SystemExit as end:
        # argparse ends the process for --help and for mistakes; a caller gets the code.
        return end.code if isinstance(end.code, int) else USAGE_EXIT
    except ToldToStop as end:
        return end.exit_code
    except KeyboardInterrupt:
        return INTERRUPTED_EXIT
    except BrokenPipeError:
        forget_stream(sys.stdout)
        return BROKEN_PIPE_EXIT


def _dispatch(arguments: list[str]) -> int:
    command = arguments[0] if arguments else ""
    match command:
        case "read":
            parsed = _read_parser().parse_args(_with_region_joined(arguments[1:]))
            return _run(
                lambda: _picture_command(parsed).read(
                    parsed.paths, markdown=parsed.markdown, part=parsed.region
                )
            )
        case "ask":
            parsed = _ask_parser().parse_args(arguments[1:])
            return _run(lambda: _picture_command(parsed).ask(parsed.path, parsed.question))
        case "export":
            parsed = _export_parser().parse_args(arguments[1:])
            return _run(lambda: _export(parsed))
        case "repeat":
            parsed = _repeat_parser().parse_args(arguments[1:])
            return _run(lambda: run_repeat(_repeat_options(parsed), Terminal(), open_engine))
        case "quantize":
            parsed = _quantize_parser().parse_args(arguments[1:])
            return _run(lambda: run_quantize(Path(parsed.folder), Terminal(), force=parsed.force))
        case "bench":
            parsed = _bench_parser().parse_args(arguments[1:])
            return _run(lambda: run_bench(_bench_options(parsed), Terminal()))
        case "doctor":
            parsed = _doctor_parser().parse_args(arguments[1:])
            options = _engine_options(parsed)
            return _run(lambda: run_doctor(options, Terminal(), open_engine, as_json=parsed.json))
    return _open_window(arguments)


def _run(command: Callable[[], int]) -> int:
    """A command with its log; a mistake of the program is logged and is one sentence."""
    with stop_signals(), command_log() as path:
        try:
            return command()
        except (BrokenPipeError, KeyboardInterrupt):
            raise
        except NoHomeError as error:
            Terminal().complain(error.sentence)
            return 1
        except OutputError as error:
            forget_stream(sys.stdout)
            Terminal().complain(f"The text could not be written: {error}; send it elsewhere.")
            return 1
        except Exception:
            log.exception("unexpected error")
            where = f"details are in {path}" if path else "the log could not be written"
            Terminal().complain(f"Something unexpected went wrong; {where}.")
            return 1


# -- parsers


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(USAGE_EXIT, f"{self.prog}: {message}\nTry: {self.prog} --help\n")


def _read_parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="yomi read", description="Print the text of pictures, page by page.", allow_abbrev=False
    )
    parser.add_argument(
        "paths", metavar="PATH", nargs="+", type=_path, help="a picture; - reads standard input"
    )
    parser.add_argument(
        "--markdown", action="store_true", help="keep headings, lists, tables and code, as Markdown"
    )
    parser.add_argument(
        "--region",
        metavar="X,Y,W,H",
        type=_region,
        help="read only this part: left, top, width, height in pixels",
    )
    _add_engine_options(parser)
    _add_output_options(parser)
    return parser


def _ask_parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="yomi ask", description="Answer a question about a picture.", allow_abbrev=False)
    parser.epilog = (
        "QUESTION is free, or one of the words total, date, vendor, number, lines, caption, or "
        "'field NAME', each asked as the model knows it best."
    )
    parser.add_argument("path", metavar="PATH", type=_path, help="a picture; - reads standard input")
    parser.add_argument("question", metavar="QUESTION", type=_question)
    _add_engine_options(parser)
    _add_output_options(parser)
    return parser


def _export_parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="yomi export",
        description="Write a conversation of the window's history, as its File, Export does.",
        epilog=f"CONVERSATION is its title, the beginning of its id, or '{LATEST}'.",
        allow_abbrev=False,
    )
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("conversation", metavar="CONVERSATION", nargs="?")
    which.add_argument("--list", action="store_true", help="name the conversations: id, time, title")
    parser.add_argument("--format", choices=EXPORT_FORMATS, default="text", help="docx needs --output")
    parser.add_argument("--output", metavar="FILE", default="", help="write there, not on standard output")
    parser.add_argument(
        "--all-versions",
        action="store_true",
        help="every version of each message, not only those shown; json holds them all in any case",
    )
    parser.add_argument("--force", action="store_true", help="replace the file where it is there")
    return parser


def _repeat_parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="yomi repeat",
        description="Run again what an export as JSON says was run, and say whether the same text comes.",
        epilog="Pictures are found by the hash of their bytes, in Yomi's own store or among those named. "
        "Exit code 0: every answer says the same again.",
        allow_abbrev=False,
    )
    parser.add_argument("export", metavar="EXPORT.json", help="written by File, Export or yomi export")
    parser.add_argument("pictures", metavar="PICTURE", nargs="*", help="the pictures it is about")
    parser.add_argument("--json", action="store_true", help="print what came of each answer as JSON")
    parser.add_argument("--model", metavar="DIR", help="the model folder to use (default: the bundled model)")
    parser.add_argument("--device", choices=(AS_EXPORTED, *DEVICES), default=AS_EXPORTED)
    parser.add_argument("--precision", choices=(AS_EXPORTED, *PRECISIONS), default=AS_EXPORTED)
    return parser


def _quantize_parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="yomi quantize",
        description="Write int4 weights beside a model: less than half the memory, nearly the same answers.",
        epilog="They are used with --precision int4, and by --precision auto where memory is short.",
        allow_abbrev=False,
    )
    parser.add_argument("folder", metavar="DIR", help="the model folder: config.json and *.safetensors")
    parser.add_argument("--force", action="store_true", help="replace the int4 weights that lie there")
    return parser


def _bench_parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="yomi bench",
        description="Measure how fast this machine reads, and how much of its memory's speed that takes.",
        allow_abbrev=False,
    )
    parser.add_argument("--quick", action="store_true", help="fewer and shorter runs: less than a minute")
    parser.add_argument("--json", metavar="FILE", help="write every figure there; - prints them instead")
    parser.add_argument(
        "--dimensions",
        choices=BENCH_DIMENSIONS,
        help="measure random weights of this size instead of a model folder",
    )
    parser.add_argument(
        "--against",
        choices=("transformers", "compiled"),
        default="",
        help="measure transformers' generate as well, where it is installed",
    )
    _add_engine_options(parser)
    return parser


def _doctor_parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="yomi doctor",
        description="Say what is installed and whether Yomi reads here.",
        allow_abbrev=False,
    )
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    _add_engine_options(parser)
    return parser


def _window_parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="yomi",
        usage=_WINDOW_USAGE,
        description="Read pictures on your own machine.",
        epilog=_WINDOW_NOTE,
        allow_abbrev=False,
    )
    parser.add_argument("paths", metavar="PATH", nargs="*", type=_path, help="pictures to open")
    parser.add_argument("--capture", action="store_true", help="choose a region of the screen and read it")
    parser.add_argument("--model", metavar="DIR", help="the model folder to use")
    parser.add_argument("--version", action="version", version=f"yomi {version()}")
    return parser


def _add_engine_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--model", metavar="DIR", help="the model folder to use (default: the bundled model)")
    parser.add_argument("--device", choices=DEVICES, default="auto")
    parser.add_argument("--precision", choices=PRECISIONS, default="auto")


def _add_output_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--format", choices=FORMATS, default="text", help="json is one array, an object a page"
    )
    parser.add_argument(
        "--max-new-tokens",
        metavar="N",
        type=_token_count,
        default=DEFAULT_MAX_NEW_TOKENS,
        help=f"the limit for one page ({DEFAULT_MAX_NEW_TOKENS})",
    )


def _token_count(text: str) -> int:
    try:
        count = int(text)
    except ValueError:
        count = 0
    if count < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number above 0")
    return count


def _with_region_joined(arguments: Sequence[str]) -> list[str]:
    """A region that begins with a minus joined to its option: by itself argparse takes it for another one."""
    joined: list[str] = []
    for argument in arguments:
        if joined[-1:] == ["--region"] and argument[:1] == "-" and argument[1:2].isdigit():
            joined[-1] += f"={argument}"
        else:
            joined.append(argument)
    return joined


def _region(text: str) -> Box:
    try:
        left, top, width, height = (int(number) for number in text.split(","))
    except ValueError:
        left = top = width = height = 0
    if left < 0 or top < 0 or width < 1 or height < 1:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not X,Y,W,H in whole pixels within the picture, such as 0,40,600,200"
        )
    return left, top, left + width, top + height


def _path(text: str) -> str:
    if not text:
        # A variable of a script that was never set; as a path it would be the folder that one is in.
        raise argparse.ArgumentTypeError("the path is empty")
    return text


def _question(text: str) -> str:
    if not text.strip():
        raise argparse.ArgumentTypeError("the question is empty")
    return text


# -- commands


def _engine_options(parsed: argparse.Namespace) -> EngineOptions:
    return EngineOptions(
        model_dir=Path(parsed.model) if parsed.model else bundled_model_dir(),
        device=parsed.device,
        precision=parsed.precision,
        max_new_tokens=getattr(parsed, "max_new_tokens", DEFAULT_MAX_NEW_TOKENS),
    )


def _export(parsed: argparse.Namespace) -> int:
    if parsed.list:
        return list_conversations(Terminal())
    options = ExportOptions(
        parsed.conversation,
        ExportFormat(parsed.format),
        parsed.output,
        all_versions=parsed.all_versions,
        force=parsed.force,
    )
    if options.format_ is ExportFormat.DOCX and not options.output:
        _export_parser().error("a Word document is no text for a terminal; name a file with --output")
    return run_export(options, Terminal())


def _repeat_options(parsed: argparse.Namespace) -> RepeatOptions:
    return RepeatOptions(
        parsed.export,
        tuple(parsed.pictures),
        model_dir=Path(parsed.model) if parsed.model else bundled_model_dir(),
        device=parsed.device,
        precision=parsed.precision,
        as_json=parsed.json,
    )


def _bench_options(parsed: argparse.Namespace) -> BenchOptions:
    return BenchOptions(
        folder=Path(parsed.model) if parsed.model else None,
        dimensions=parsed.dimensions,
        device=parsed.device,
        precision=parsed.precision,
        json_path=parsed.json,
        quick=parsed.quick,
        against=parsed.against,
    )


def _picture_command(parsed: argparse.Namespace) -> PictureCommand:
    return PictureCommand(_engine_options(parsed), parsed.format, Terminal(), open_engine)


def _open_window(arguments: list[str]) -> int:
    parser = _window_parser()
    parsed = parser.parse_args(arguments)
    if parsed.paths and _looks_like_command(parsed.paths[0]):
        word = parsed.paths[0]
        near = difflib.get_close_matches(word, COMMANDS, 1)
        hint = f" Did you mean 'yomi {near[0]}'?" if near else ""
        parser.error(f"'{word}' is neither a command nor a file.{hint}")
    try:
        record = instance_path()
    except NoHomeError as error:
        Terminal().complain(error.sentence)
        return 1
    token = os.environ.get("XDG_ACTIVATION_TOKEN", "")
    request = StartRequest(_paths_of(parsed.paths), captures=parsed.capture, activation_token=token)
    # Before Qt is imported, so that it takes a blink. What else that window says is for a dialog.
    with suppress(OtherVersionError):
        if hand_over(record, request, version()):
            return 0
    try:
        from app.bootstrap import StartOptions, run  # noqa: PLC0415 - brings Qt
    except ImportError as error:
        Terminal().complain(
            f"The window needs Qt's system libraries ({error}); install them, or use 'yomi read'."
        )
        return 1
    return run(StartOptions(request.paths, parsed.model or "", captures=request.captures))


def _paths_of(arguments: Sequence[str]) -> tuple[str, ...]:
    """Absolute paths, as seen from here; whether they are there is the intake's question."""
    return tuple(str(named_by_user(argument).absolute()) for argument in arguments)


def _looks_like_command(word: str) -> bool:
    """Whether a missing file was more likely meant as a command: one bare word."""
    return "." not in word and Path(word).name == word and not Path(word).exists()

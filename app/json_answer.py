"""JSON that a model was asked for: found in its answer, checked against a schema, indented to be read. Pure
functions, any thread.

No value is ever rewritten: indenting moves white space only, so that 2.50 stays 2.50.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, NoReturn

_FENCED = re.compile(r"\A\s*```[\w+-]*[ \t]*\n(.*?)\n?[ \t]*```\s*\Z", re.DOTALL)
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')
_SIGNS = frozenset("{}[]:,")
_INDENT = "  "
_LONGEST_DETAIL = 160
"""What a note under an answer can say of one value."""


@dataclass(frozen=True, slots=True)
class JsonVerdict:
    """What became of an answer: `fits`, and the sentence that says so or says why not."""

    fits: bool
    sentence: str


@dataclass(frozen=True, slots=True)
class JsonValue:
    """One string, number or word of JSON; `name` is empty where it has none, as in a list."""

    name: str
    value: str


def judged(answer: str, schema: str) -> JsonVerdict:
    """Whether `answer` is JSON, in a code fence or bare, and fits `schema`, where there is one."""
    try:
        value = _loaded(json_part(answer))
    except (ValueError, RecursionError) as error:
        return JsonVerdict(
            fits=False,
            sentence=f"This is not valid JSON ({_brief(_reason(error))}); Regenerate asks again.",
        )
    if not schema.strip():
        return JsonVerdict(fits=True, sentence="Valid JSON.")
    problem = schema_problem(schema)
    if problem:
        return JsonVerdict(fits=False, sentence=f"Valid JSON, but it could not be checked. {problem}")
    misfit = _misfit(value, _loaded(schema))
    if misfit:
        return JsonVerdict(fits=False, sentence=f"Valid JSON, but it does not fit the schema: {misfit}.")
    return JsonVerdict(fits=True, sentence="Valid JSON; it fits the schema.")


def schema_problem(schema: str) -> str:
    """Why `schema` cannot be used, as a sentence; empty where it can, or where there is none."""
    if not schema.strip():
        return ""
    from jsonschema.exceptions import SchemaError  # noqa: PLC0415 - takes 0.1 s, and few ask for JSON
    from jsonschema.validators import validator_for  # noqa: PLC0415

    try:
        wanted = _loaded(schema)
    except (ValueError, RecursionError) as error:
        return f"The schema is not valid JSON ({_brief(_reason(error))}); correct it in the settings."
    if not isinstance(wanted, dict | bool):
        return "The schema must be a JSON object; correct it in the settings."
    try:
        validator_for(wanted, _default()).check_schema(wanted)
    except SchemaError as error:
        return f"The schema is no JSON Schema ({_brief(error.message)}); correct it in the settings."
    return ""


def json_part(answer: str) -> str:
    """The answer without the code fence that many models put around JSON."""
    fenced = _FENCED.match(answer)
    return fenced.group(1) if fenced else answer


def indented(text: str) -> str:
    """JSON with a line for each value; every token stays as it was written.

    Raises: ValueError where `text` is not JSON.
    """
    try:
        _loaded(text)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    out: list[str] = []
    depth = 0
    before = ""
    for part in _TOKEN.findall(text):
        if part in ("}", "]"):
            depth -= 1
            out.append("" if before in ("{", "[") else "\n" + _INDENT * depth)
        elif before in ("{", "[", ","):
            out.append("\n" + _INDENT * depth)
        elif before == ":":
            out.append(" ")
        out.append(part)
        depth += part in ("{", "[")
        before = part
    return "".join(out)


def place_in_answer(character: int, answer: str) -> int:
    """Where in `answer` a character of its JSON was written that stands in what `indented` made of it."""
    part = json_part(answer)
    before = answer.index(part)
    for shown, written in zip(_TOKEN.finditer(indented(part)), _TOKEN.finditer(part), strict=True):
        if character < shown.end():
            return before + written.start() + max(0, character - shown.start())
    return before + len(part)


def value_at(text: str, character: int) -> JsonValue | None:
    """The value that is written at a character of JSON, or at its name; None between them."""
    tokens = list(_TOKEN.finditer(text))
    for index, token in enumerate(tokens):
        if token.start() <= character <= token.end() and token.group() not in _SIGNS:
            words = [each.group() for each in tokens[max(0, index - 2) : index + 3]]
            at = min(index, 2)
            if words[at + 1 : at + 2] == [":"]:
                value = words[at + 2]
                return None if value in _SIGNS else JsonValue(_written(words[at]), _written(value))
            name = words[at - 2] if at == 2 and words[at - 1] == ":" else ""
            return JsonValue(_written(name), _written(words[at]))
    return None


def _written(token: str) -> str:
    """What a token stands for, as letters; a number as it was written."""
    if not token.startswith('"'):
        return token
    try:
        return str(json.loads(token, strict=False))
    except ValueError:
        return token.strip('"')


def _misfit(value: Any, schema: Any) -> str:
    """Where and why `value` does not fit; empty where it does."""
    from jsonschema.exceptions import best_match  # noqa: PLC0415 - see schema_problem
    from jsonschema.validators import validator_for  # noqa: PLC0415
    from jsonschema_specifications import REGISTRY  # noqa: PLC0415
    from referencing.exceptions import Unresolvable  # noqa: PLC0415

    # A registry of its own: the default one would fetch what a schema refers to from the network.
    validator = validator_for(schema, _default())(schema, registry=REGISTRY)
    try:
        error = best_match(validator.iter_errors(value))
    except Unresolvable as missing:
        return f"the schema refers to {_brief(str(missing.ref))}, which is not part of it"
    except RecursionError:
        return "it is nested too deeply to be checked"
    if error is None:
        return ""
    place = error.json_path.removeprefix("$").removeprefix(".")
    return f"{place}: {_brief(error.message)}" if place else _brief(error.message)


def _default() -> Any:
    from jsonschema import Draft202012Validator  # noqa: PLC0415 - see schema_problem

    return Draft202012Validator


def _loaded(text: str) -> Any:
    return json.loads(text, parse_constant=_refuse)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


def _reason(error: ValueError | RecursionError) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"line {error.lineno}: {error.msg}"
    return "nested too deeply" if isinstance(error, RecursionError) else str(error)


def _brief(text: str) -> str:
    words = " ".join(text.split()).rstrip(".")
    return words if len(words) <= _LONGEST_DETAIL else words[: _LONGEST_DETAIL - 1] + "…"

"""TypeScript interfaces of msgspec structs."""

import json
import re
from typing import Any

from msgspec import NODEFAULT
from msgspec import inspect as mi

TYPED = {
    ("Told", "view"): "View",
    ("Moment", "view"): "Partial<View>",
    ("Moment", "events"): "readonly Event[]",
    ("Landmark", "event"): "Event",
    ("ToldRow", "events"): "readonly Event[]",
    ("LessonTold", "view"): "View",
    ("LessonTold", "hint"): "Intent | null",
    ("LessonAsk", "intent"): "Intent | null",
    ("ExerciseAsk", "intent"): "Intent | null",
    ("LessonAsk", "done"): "readonly (Intent | null)[]",
    ("Ask", "intent"): "Intent",
    ("Why", "intent"): "Intent",
    ("Do", "intent"): "TableIntent",
}
"""Fields that the Python side keeps open (Any, Raw), and what they hold."""


class Types:
    """Interfaces of one file, in the order in which their structs are met."""

    def __init__(self, *, asked: bool = False) -> None:
        self._asked = asked
        self._met: dict[str, str] = {}

    def text(self) -> str:
        return "\n".join(self._met.values())

    def of(self, kind: Any) -> str:
        return self._write(mi.type_info(kind))

    def _write(self, info: mi.Type) -> str:
        match info:
            case mi.StrType():
                return "string"
            case mi.IntType() | mi.FloatType():
                return "number"
            case mi.BoolType():
                return "boolean"
            case mi.NoneType():
                return "null"
            case mi.LiteralType(values):
                return " | ".join(json.dumps(value) for value in values)
            case mi.DictType(key_type, value_type):
                return f"{{ readonly [key: {self._write(key_type)}]: {self._write(value_type)} }}"
            case mi.VarTupleType(item_type) | mi.ListType(item_type):
                return f"readonly {_grouped(self._write(item_type))}[]"
            case mi.TupleType(item_types):
                return f"readonly [{', '.join(map(self._write, item_types))}]"
            case mi.UnionType(types):
                return " | ".join(dict.fromkeys(map(self._write, types)))
            case mi.StructType():
                return self._struct(info)
            case mi.Metadata(type=inner):
                return self._write(inner)
            case mi.AnyType() | mi.RawType():
                return "unknown"
            case _:
                raise TypeError(f"no TypeScript for {info}")

    def _struct(self, info: mi.StructType) -> str:
        name = info.cls.__name__
        if name not in self._met:
            self._met[name] = ""
            lines = [f"  readonly {info.tag_field}: {json.dumps(info.tag)};"] if info.tag_field else []
            base = info.cls.__base__
            known = base.__struct_fields__ if base.__name__ in self._met else ()
            lines += (self._field(name, field) for field in info.fields if field.name not in known)
            head = f"{name} extends {base.__name__}" if known else name
            body = "\n".join(lines)
            self._met[name] = f"{_doc(info.cls)}export interface {head} {{\n{body}\n}}\n".replace(
                "{\n\n}", "{}"
            )
        return name

    def _field(self, owner: str, field: mi.Field) -> str:
        kind = TYPED.get((owner, field.encode_name)) or self._write(field.type)
        unset = not field.required and field.default is NODEFAULT and field.default_factory is NODEFAULT
        optional = unset or (self._asked and not field.required)
        return f"  readonly {field.encode_name}{'?' if optional else ''}: {kind};"


def _grouped(kind: str) -> str:
    return f"({kind})" if " " in kind and not kind.startswith("{") else kind


def _doc(cls: type) -> str:
    words = re.sub(r"\s+", " ", cls.__doc__ or "").strip()
    return f"/** {words} */\n" if words and not words.startswith(cls.__name__ + "(") else ""

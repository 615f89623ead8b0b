"""Replace the modules in a folder by bytecode.

Pyodide runs this file, so that the bytecode fits its Python. It imports the standard library only.
"""

import importlib.util
import marshal
from pathlib import Path
from types import CodeType
from typing import Final

_MODULES: Final = Path("/modules")
_UNCHECKED: Final = (1).to_bytes(4, "little") + bytes(8)
"""A hash that is never checked, because the source is missing."""


def _without_lines(code: CodeType) -> CodeType:
    """Return code without line numbers, a fifth of its size; only tracebacks use them."""
    inner = (_without_lines(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=tuple(inner))


for _path in sorted(_MODULES.rglob("*.py")):
    _name = str(_path.relative_to(_MODULES))
    _code = compile(_path.read_bytes(), _name, "exec", dont_inherit=True, optimize=2)
    _content = importlib.util.MAGIC_NUMBER + _UNCHECKED + marshal.dumps(_without_lines(_code))
    _path.with_suffix(".pyc").write_bytes(_content)
    _path.unlink()

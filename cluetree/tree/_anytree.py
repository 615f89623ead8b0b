"""Typed access to anytree, which has no type hints. No other module imports anytree."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Generic, TypeVar, cast

from anytree import NodeMixin, PreOrderIter, RenderTree

NodeT = TypeVar("NodeT")

if TYPE_CHECKING:

    class TreeBase(Generic[NodeT]):
        """A node of a tree: set `parent` to attach it, or to `None` to detach it."""

        parent: NodeT | None

        def attach(self, parent: NodeT | None) -> None: ...
        @property
        def children(self) -> tuple[NodeT, ...]: ...
        @property
        def descendants(self) -> tuple[NodeT, ...]: ...
        @property
        def path(self) -> tuple[NodeT, ...]: ...
        @property
        def siblings(self) -> tuple[NodeT, ...]: ...
        @property
        def depth(self) -> int: ...
        @property
        def is_leaf(self) -> bool: ...
        @property
        def is_root(self) -> bool: ...

else:

    class TreeBase(NodeMixin, Generic[NodeT]):
        """The same class at run time: anytree's node."""

        def attach(self, parent: NodeT | None) -> None:
            """Attach a new node last, without anytree's search through all its siblings."""
            if parent is not None:
                vars(parent).setdefault("_NodeMixin__children", []).append(self)
                self._NodeMixin__parent = parent


def walk(root: NodeT) -> Iterator[NodeT]:
    """Yield the node and its descendants, each before its children, in order of growth."""
    return cast("Iterator[NodeT]", PreOrderIter(root))


def rows(root: NodeT) -> Iterator[tuple[str, NodeT]]:
    """Yield the node and its descendants, each with its line prefix in a drawing."""
    rendering = cast("Iterable[tuple[str, str, NodeT]]", RenderTree(root))
    return ((strokes, node) for strokes, _, node in rendering)

"""The interfaces of other packages, over ufsecp."""

"""``python -m panelwise``."""

from panelwise.cli import main

if __name__ == "__main__":
    main()

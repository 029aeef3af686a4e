# SPDX-License-Identifier: GPL-2.0-only
"""Sphinx, for `make docs`. In an ns-3 tree the .rst files are chapters of ns-3's models manual."""

project = "linux-datapath"
author = "the authors of linux-datapath"
master_doc = "linux-datapath"
exclude_patterns = ["*.md"]
html_theme = "classic"
html_show_copyright = False

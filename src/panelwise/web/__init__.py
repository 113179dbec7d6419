"""What any web page of Panelwise is served with: who may ask, safe headers, start and end."""

from panelwise.web._guard import Access, App, Guard
from panelwise.web._rules import AsgiEvent, Receive, Rules, origin_of, replay
from panelwise.web._serve import Listening, listen, serve, served, server_of

__all__ = [
    "Access",
    "App",
    "AsgiEvent",
    "Guard",
    "Listening",
    "Receive",
    "Rules",
    "listen",
    "origin_of",
    "replay",
    "serve",
    "served",
    "server_of",
]

"""What is said before the application answers, or when it can't, by the keys that the pages and the bridge have."""

from companion.engine.message import say

WORDS = {
    "loading": say("Companion is being loaded onto this device. From then on it needs no network."),
    "starting": say("Companion is starting."),
    "insecure": say(
        "Browsers let Companion live on a device only over https. Open this page at an address with https: on your own "
        "network, companion serve --https has one."
    ),
    "old_browser": say(
        "This browser can't keep evenings safely. A newer one can: Safari from 16.4, Chrome or Edge from 108, "
        "Firefox from 114."
    ),
    "private": say(
        "This browser lets Companion keep nothing here, as in a private window. Open the page in an ordinary one."
    ),
    "full": say("This device has no room left. Make some, then try again: nothing that was written down is lost."),
    "unwritten": say("This device writes nothing just now. Try again: nothing that was written down is lost."),
    "half": say(
        "Only a part of Companion is on this device yet, and the rest can't be reached. Go online, then try again: "
        "nothing that was written down is lost."
    ),
    "other_tab": say("Companion is open in another tab of this browser."),
    "taken": say("Companion is now open in another tab."),
    "held": say("Another tab has the evenings and doesn't answer. Close it, then try again."),
    "newer": say(
        "The evenings on this device were written by a newer Companion. Go online and get it: nothing was changed."
    ),
    "broken": say("The evenings on this device can't be opened: {error} Nothing was changed.", error="{error}"),
    "restored": say("The backup is in place. What it replaced is kept below."),
    "backup_newer": say("This backup was written by a newer Companion. Get that one first; nothing was changed."),
    "no_backup": say("This file is not a whole backup of Companion; nothing was changed."),
    "failed": say("Companion can't start: {error}. Nothing that was written down is lost.", error="{error}"),
    "again": say("Try again"),
    "anew": say("Load Companion again"),
    "here": say("Use it here"),
    "get": say("Get the newer one"),
    "save": say("Save a copy of the evenings"),
    "restore": say("Restore a backup"),
}
"""Sentences and buttons; ``{error}`` stands for what the browser or the database says."""

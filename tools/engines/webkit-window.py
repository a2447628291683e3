#!/usr/bin/python3
"""A window of Debian's WebKitGTK on a profile that stays. (Its own MiniBrowser forgets everything when it is driven.)"""
import os

import gi

gi.require_version('Gtk', '3.0')
gi.require_version('WebKit2', '4.1')
from gi.repository import Gtk, WebKit2  # noqa: E402

profile = os.environ['CARREL_PROFILE']
data = WebKit2.WebsiteDataManager(base_data_directory=f'{profile}/data', base_cache_directory=f'{profile}/cache')
context = WebKit2.WebContext.new_with_website_data_manager(data)
context.set_automation_allowed(True)
content = WebKit2.UserContentManager()
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'pending-calls.js'), encoding='utf8') as script:
    content.add_script(
        WebKit2.UserScript.new(
            script.read(),
            WebKit2.UserContentInjectedFrames.TOP_FRAME,
            WebKit2.UserScriptInjectionTime.START,
            None,
            None,
        )
    )


def begin(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name('Carrel')
    session.set_application_info(info)
    session.connect('create-web-view', open_window)


def open_window(_session):
    window = Gtk.Window(default_width=390, default_height=844)
    view = WebKit2.WebView(
        web_context=context, user_content_manager=content, is_controlled_by_automation=True
    )
    window.add(view)
    window.show_all()
    return view


context.connect('automation-started', begin)
Gtk.main()

"""Requests and answers over HTTP, and the files of the page."""

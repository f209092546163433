# Settings
  drain = "{{glue:xaat-|2674b8|44-0ae8-51ef-cacb-820fd88bc279}}"

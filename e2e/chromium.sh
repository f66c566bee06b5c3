#!/bin/sh
# The browser without the pages that it keeps ready behind its own address bar. It loads them anew for every story, a
# second of work that nobody sees. Of several lists of features it heeds the last one, so these go into its driver's.
for argument do
  shift
  case $argument in
    --disable-features=*) argument="$argument,WebUIOmniboxPopup,WebUIOmniboxAimPopup" ;;
  esac
  set -- "$@" "$argument"
done
exec "$CHROMIUM_PATH" "$@"

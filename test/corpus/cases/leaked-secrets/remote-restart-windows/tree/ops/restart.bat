@echo off
set NODE=files02
PsExec.exe \\%NODE% -u INTERNAL\restarter -p {{glue:Vermilion|-barn}} cmd /c "net stop orders && net start orders"

@echo off
set NODE=files02
PsExec.exe \\%NODE% -u INTERNAL\restarter -p %RESTART_PASSWORD% cmd /c "net start orders"
plink -ssh -batch -pw "%DEPLOY_PASSWORD%" deploy@%NODE% uptime
sqlcmd -S %NODE% -E -Q "select 1"

import type { SinkEffect, SinkModel } from '../sink-model.ts'

const shell = { kind: 'command', effect: 'runs it in a shell', capability: 'executes-commands' } as const satisfies SinkEffect
const terminal = { kind: 'command', effect: 'types it into a shell', capability: 'executes-commands' } as const satisfies SinkEffect
const remote = { kind: 'command', effect: 'runs it in a shell of another machine', capability: 'executes-commands' } as const satisfies SinkEffect

/** Text that a shell reads. Programs that are started with a list of arguments are in `started-programs.ts`. */
export const commandSinks: readonly SinkModel[] = [
  { callee: 'child_process.exec', argument: 0, ...shell, example: "import { exec } from 'node:child_process'; export const f = (tainted) => exec(`ls ${tainted}`)" },
  { callee: 'child_process.execSync', argument: 0, ...shell, example: "const cp = require('child_process'); exports.f = (tainted) => cp.execSync('ls ' + tainted)" },
  { callee: 'execa.execaCommand', argument: 0, when: 'shell-option', ...shell, example: "import { execaCommand } from 'execa'; export const f = (tainted) => execaCommand(tainted, { shell: true })" },
  { callee: 'execa.execaCommandSync', argument: 0, when: 'shell-option', ...shell, example: "import { execaCommandSync } from 'execa'; export const f = (tainted) => execaCommandSync(tainted, { shell: true })" },
  { callee: 'shelljs.exec', argument: 0, ...shell, example: "import shell from 'shelljs'; export const f = (tainted) => shell.exec(tainted)" },
  { callee: 'node-cmd.run', argument: 0, ...shell, example: "import cmd from 'node-cmd'; export const f = (tainted) => cmd.run(tainted)" },
  { callee: 'node-cmd.runSync', argument: 0, ...shell, example: "import cmd from 'node-cmd'; export const f = (tainted) => cmd.runSync(tainted)" },
  { callee: 'exec-sh', argument: 0, ...shell, example: "import execSh from 'exec-sh'; export const f = (tainted) => execSh(tainted)" },
  { callee: 'sudo-prompt.exec', argument: 0, ...shell, example: "import sudo from 'sudo-prompt'; export const f = (tainted) => sudo.exec(tainted)" },
  { callee: 'systeminformation.osInfo', argument: 0, ...shell, example: "import si from 'systeminformation'; export const f = (tainted) => si.osInfo(tainted)" },
  { callee: 'node-pty.*.write', argument: 0, ...terminal, example: "import pty from 'node-pty'; export const f = (tainted) => pty.spawn('bash', []).write(tainted)" },
  { callee: 'ssh2.*.exec', argument: 0, ...remote, example: "import { Client } from 'ssh2'; export const f = (tainted) => new Client().exec(tainted, () => {})" },
  { callee: 'node-ssh.*.execCommand', argument: 0, ...remote, example: "import { NodeSSH } from 'node-ssh'; export const f = (tainted) => new NodeSSH().execCommand(tainted)" },
  { callee: 'appium-adb.*.shell', argument: 0, ...remote, example: "import { ADB } from 'appium-adb'; export const f = (tainted) => new ADB().shell(tainted)" },
  { callee: 'os.system', language: 'python', argument: 0, name: 'command', ...shell, example: 'import os\ndef f(tainted):\n    os.system("ls " + tainted)' },
  { callee: 'os.popen', language: 'python', argument: 0, name: 'cmd', ...shell, example: 'import os\ndef f(tainted):\n    return os.popen(f"ls {tainted}").read()' },
  { callee: 'commands.getoutput', language: 'python', argument: 0, ...shell, example: 'import commands\ndef f(tainted):\n    commands.getoutput(tainted)' },
  { callee: 'subprocess.getoutput', language: 'python', argument: 0, name: 'cmd', ...shell, example: 'import subprocess\ndef f(tainted):\n    subprocess.getoutput(tainted)' },
  { callee: 'subprocess.getstatusoutput', language: 'python', argument: 0, name: 'cmd', ...shell, example: 'import subprocess\ndef f(tainted):\n    subprocess.getstatusoutput(tainted)' },
  { callee: 'asyncio.create_subprocess_shell', language: 'python', argument: 0, name: 'cmd', ...shell, example: 'import asyncio\nasync def f(tainted):\n    await asyncio.create_subprocess_shell(tainted)' },
  { callee: 'asyncio.subprocess.create_subprocess_shell', language: 'python', argument: 0, name: 'cmd', ...shell, example: 'import asyncio\nasync def f(tainted):\n    await asyncio.subprocess.create_subprocess_shell(tainted)' },
  { callee: 'pexpect.run', language: 'python', argument: 0, name: 'command', ...shell, example: 'import pexpect\ndef f(tainted):\n    pexpect.run(tainted)' },
  { callee: 'pexpect.runu', language: 'python', argument: 0, name: 'command', ...shell, example: 'import pexpect\ndef f(tainted):\n    pexpect.runu(tainted)' },
  { callee: 'invoke.run', language: 'python', argument: 0, name: 'command', ...shell, example: 'from invoke import run\ndef f(tainted):\n    run(tainted)' },
  { callee: 'invoke.*.run', language: 'python', argument: 0, name: 'command', ...shell, example: 'from invoke import Context\ndef f(tainted):\n    Context().run(tainted)' },
  { callee: 'fabric.*.run', language: 'python', argument: 0, name: 'command', ...remote, example: 'from fabric import Connection\ndef f(tainted):\n    Connection("host").run(tainted)' },
  { callee: 'fabric.*.sudo', language: 'python', argument: 0, name: 'command', ...remote, example: 'from fabric import Connection\ndef f(tainted):\n    Connection("host").sudo(tainted)' },
  { callee: 'paramiko.*.exec_command', language: 'python', argument: 0, name: 'command', ...remote, example: 'import paramiko\ndef f(tainted):\n    paramiko.SSHClient().exec_command(tainted)' },
  { callee: 'asyncssh.*.run', language: 'python', argument: 0, name: 'command', ...remote, example: 'import asyncssh\nasync def f(tainted):\n    await asyncssh.connect("host").run(tainted)' },
  { callee: 'docker.*.exec_run', language: 'python', argument: 0, name: 'cmd', kind: 'command', effect: 'runs it in a container', capability: 'executes-commands', example: 'import docker\ndef f(tainted):\n    docker.from_env().containers.get("web").exec_run(tainted)' },
  { method: 'exec_command', language: 'python', argument: 0, name: 'command', ...remote, example: 'def f(ssh, tainted):\n    ssh.exec_command(tainted)' },
  { method: 'execCommand', receiver: /\bssh\b|\bconn/, argument: 0, ...remote, example: 'export const f = (ssh, tainted) => ssh.execCommand(tainted)' },
]

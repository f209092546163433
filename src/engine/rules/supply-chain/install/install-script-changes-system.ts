import { exampleFiles } from '../../example-files.ts'
import { defineInstallRule } from './install-rule.ts'

const of = (postinstall: string, files: Record<string, string> = {}) =>
  exampleFiles({
    'package.json': JSON.stringify({ name: 'example-shop', version: '1.2.0', scripts: { postinstall } }, undefined, 2),
    ...files,
  })

export const installScriptChangesSystem = defineInstallRule(
  {
    id: 'install-script-changes-system',
    title: 'Persistence through an install script: it changes startup files or client settings',
    category: 'supply-chain',
    severity: 'high',
    precision: 'medium',
    cwe: ['CWE-506', 'CWE-732'],
    owaspMcp: ['MCP04:2025', 'MCP09:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'An npm install script, a `setup.py`, or a build backend writes to files that control which programs start or ' +
      'who has access. Examples are shell profiles, `cron` tables, SSH keys, and Git hooks. The severity is medium ' +
      'for writes to MCP client settings. The rule reads the scripts but does not run them.',
    why:
      'The changes remain in effect even after the package is removed. If the script adds an MCP server to the ' +
      "client settings, the client can start the server without the user's consent.",
    remediation:
      'Do not install the package. To install an npm package without its install scripts, use `--ignore-scripts`. ' +
      'If the script has already run, check the files that it wrote. If you publish this package, let users make ' +
      'these changes with a separate command.',
    examples: {
      bad: [
        of('echo "alias sudo=/tmp/s" >> ~/.bashrc'),
        of('node link.js', {
          'link.js':
            "const fs = require('fs')\nfs.appendFileSync(`${process.env.HOME}/.ssh/authorized_keys`, 'ssh-ed25519 …')",
        }),
      ],
      good: [
        of('echo "Add alias shop to ~/.bashrc if you like."'),
        of('node link.js', {
          'link.js': "const fs = require('fs')\nfs.writeFileSync('dist/build.json', JSON.stringify({ built: true }))",
        }),
      ],
    },
  },
  'changesSystem',
)

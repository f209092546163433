import { exampleFiles } from '../../example-files.ts'
import type { WordySupplyChainRule } from '../../remark.ts'
import { deeds } from './install-deeds.ts'

const of = (postinstall: string, files: Record<string, string> = {}) =>
  exampleFiles({
    'package.json': JSON.stringify({ name: 'example-shop', version: '1.2.0', scripts: { postinstall } }, undefined, 2),
    ...files,
  })

export const installScriptChangesSystem: WordySupplyChainRule = {
  document: {
    id: 'install-script-changes-system',
    title: 'An installation changes what else runs on the machine',
    category: 'supply-chain',
    severity: 'high',
    precision: 'medium',
    cwe: ['CWE-506', 'CWE-732'],
    owaspMcp: ['MCP04:2025', 'MCP09:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'A script that npm runs at installation, a `setup.py` or a build backend writes to where programs are ' +
      'started from, such as profiles of shells, `cron`, keys of SSH or hooks of git; or, counted less, into ' +
      'the settings of an MCP client.',
    why:
      'What stands there runs again and again, also after the package was removed. A server that enters ' +
      'itself into the settings of a client is started by the next conversation, and nobody chose it.',
    remediation:
      'Install with `--ignore-scripts` and look at what was written. Whoever makes it offers a command for ' +
      'that, which a person runs.',
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
  find: (project) => deeds(project, 'changesSystem', installScriptChangesSystem.document),
}

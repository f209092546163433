import { posix } from 'node:path'
import { exampleFiles } from '../../example-files.ts'
import { TextFile } from '../../text-file.ts'
import { isAside } from '../project.ts'
import type { WordySupplyChainRule } from '../../remark.ts'
import { scriptBehaviour } from './script-behaviour.ts'

export const startupHook: WordySupplyChainRule = {
  document: {
    id: 'startup-hook',
    title: 'A package runs code at every start of Python',
    category: 'supply-chain',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-506', 'CWE-427'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'A package brings a `.pth` file with a line of code, or a `sitecustomize.py` or `usercustomize.py` at ' +
      'its top. Lines that only set up namespaces or editable installations are left out.',
    why: 'Python runs them at every start, whatever program it is: the package needs not be imported.',
    remediation:
      'Look at what the line does, and delete the file if nothing asks for it. Whoever makes the package ' +
      'runs its code when it is imported.',
    examples: {
      bad: [
        exampleFiles({ 'shop.pth': "import base64; exec(base64.b64decode('cHJpbnQoMSk='))" }),
        exampleFiles({ 'sitecustomize.py': 'import shop.agent\nshop.agent.start()' }),
      ],
      good: [
        exampleFiles({ 'shop.pth': '/opt/shop/lib' }),
        exampleFiles({
          'shop-nspkg.pth':
            'import sys, types, os;has_mfs = sys.version_info > (3, 5);p = ' +
            "os.path.join(sys._getframe(1).f_locals['sitedir'], *('shop',))",
        }),
      ],
    },
  },
  files: {
    reads: (path) =>
      !isAside(path) &&
      (path.endsWith('.pth') ||
        /^(?:src\/|[\w.-]+\.data\/(?:purelib|platlib)\/)?(?:site|user)customize\.py$/.test(path)),
    *find(entry) {
      const file = new TextFile(entry)
      const name = posix.basename(file.path)
      if (!name.endsWith('.pth')) {
        yield {
          title: `${file.path} runs at every start of Python`,
          message: `${file.path} is run by every program of a Python into which the package is installed.`,
          subject: name,
          at: file.placeOfLine(1),
          severity: isHostile(file.text) ? 'high' : 'medium',
        }
        return
      }
      for (const [index, line] of file.text.split('\n').entries()) {
        // What `site` takes for code; anything else is a folder.
        if (!/^import[ \t]/.test(line) || isKnown(line)) continue
        yield {
          title: `${file.path} runs code at every start of Python`,
          message: `A line of ${file.path} is run by every program of a Python into which the package is installed.`,
          subject: line.slice(0, 100),
          at: file.placeOfLine(index + 1),
          severity: isHostile(line) ? 'high' : 'medium',
        }
      }
    },
  },
}

const knownHook = new RegExp(
  String.raw`^import sys, types, os;\s?(?:has_mfs|p)\b|^import __editable___\w+|` +
    String.raw`^import os; var = 'SETUPTOOLS_USE_DISTUTILS'|^import _virtualenv\b|^import a1_coverage\b`,
)

/**
 * What setuptools writes for namespaces and editable installations, and takes for its own `distutils`; and an import of
 * one module of the package's own name.
 */
const isKnown = (line: string): boolean => knownHook.test(line)

function isHostile(text: string): boolean {
  const { runsRemoteCode, takesSecrets, changesSystem } = scriptBehaviour(text, 'python')
  return (
    runsRemoteCode !== undefined ||
    takesSecrets !== undefined ||
    changesSystem !== undefined ||
    /\b(?:exec|eval)\(|base64|subprocess|os\.system|socket|urllib|marshal|zlib/.test(text)
  )
}

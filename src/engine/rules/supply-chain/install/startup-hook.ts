import { posix } from 'node:path'
import { z } from 'zod'
import { exampleFiles } from '../../example-files.ts'
import { TextFile } from '../../text-file.ts'
import { isOutOfScope } from '../project.ts'
import { defineFileRule } from '../supply-chain-rule.ts'
import { scriptBehavior } from './script-behavior.ts'

export const startupHook = defineFileRule({
  document: {
    id: 'startup-hook',
    title: 'Python startup hook: the package runs code whenever Python starts',
    category: 'supply-chain',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-506', 'CWE-427'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'A package contains a `.pth` file with a line of code, or a top-level `sitecustomize.py` or ' +
      '`usercustomize.py`. Lines that setuptools, virtualenv, and coverage tools generate are not reported. The ' +
      'severity is high if the code contains calls that are common in malware.',
    why: 'Python runs these files whenever the interpreter starts, even if no program imports the package.',
    remediation:
      'Review the code, and delete the file if you do not need it. If you publish this package, run the code ' +
      'when the package is imported, not when the interpreter starts.',
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
  reads: (path) =>
    !isOutOfScope(path) &&
    (path.endsWith('.pth') || /^(?:src\/|[\w.-]+\.data\/(?:purelib|platlib)\/)?(?:site|user)customize\.py$/.test(path)),
  arguments: z.object({ hook: z.enum(['pth-line', 'customize-module']), isSuspicious: z.boolean() }),
  describe({ hook, isSuspicious }, { location }) {
    const path = location?.path ?? 'the file'
    const code = hook === 'pth-line' ? `line ${location?.startLine ?? 1} of ${path}` : path
    return {
      title: `Python startup hook in ${path}`,
      message:
        `Every Python program in the environment runs ${code} when it starts, even if it does not import the package.` +
        (isSuspicious
          ? ' The code makes calls that are common in malware, such as exec(), base64, or subprocess.'
          : ''),
    }
  },
  *find(entry) {
    const file = new TextFile(entry)
    const name = posix.basename(file.path)
    if (!name.endsWith('.pth')) {
      const isSuspicious = isSuspiciousCode(file.text)
      yield {
        arguments: { hook: 'customize-module' as const, isSuspicious },
        subject: name,
        at: file.placeOfLine(1),
        severity: isSuspicious ? 'high' : 'medium',
      }
      return
    }
    for (const [index, line] of file.text.split('\n').entries()) {
      // `site` executes lines that start with `import`. It adds other lines to the path as folders.
      if (!/^import[ \t]/.test(line) || harmlessHook.test(line)) continue
      const isSuspicious = isSuspiciousCode(line)
      yield {
        arguments: { hook: 'pth-line' as const, isSuspicious },
        subject: line.slice(0, 100),
        at: file.placeOfLine(index + 1),
        severity: isSuspicious ? 'high' : 'medium',
      }
    }
  },
})

/**
 * Lines that setuptools writes for namespaces, editable installations, and its `distutils`, and lines that virtualenv
 * and coverage write.
 */
const harmlessHook = new RegExp(
  String.raw`^import sys, types, os;\s?(?:has_mfs|p)\b|^import __editable___\w+|` +
    String.raw`^import os; var = 'SETUPTOOLS_USE_DISTUTILS'|^import _virtualenv\b|^import a1_coverage\b`,
)

function isSuspiciousCode(text: string): boolean {
  const { runsRemoteCode, takesSecrets, changesSystem } = scriptBehavior(text, 'python')
  return (
    runsRemoteCode !== undefined ||
    takesSecrets !== undefined ||
    changesSystem !== undefined ||
    /\b(?:exec|eval)\(|base64|subprocess|os\.system|socket|urllib|marshal|zlib/.test(text)
  )
}

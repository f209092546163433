import { describe, expect, it } from 'vitest'
import { type Cases, guardsOf } from './guarded-flows.ts'

const python = 'from pathlib import Path\nimport os\nROOT = Path("/data").resolve()\n'

/** A function that checks the nearest existing parent folder. */
const nearestInPython = (path: string, result: string) => `def check(p):
    path = ${path}
    current = path.parent
    while True:
        try:
            real = current.resolve(strict=True)
            if not real.is_relative_to(ROOT):
                raise PermissionError("outside")
            return ${result}
        except FileNotFoundError as error:
            if current.parent == current:
                raise PermissionError("outside") from error
            current = current.parent
def f(p, q):
    use(check(p))
`

const pythonCases: Cases = {
  'the nearest folder of a path as written': [
    nearestInPython('Path(p).expanduser()', '(real / path.relative_to(current)).resolve()'),
    'undecided',
  ],
  'the nearest folder of a path as written, and the path': [nearestInPython('Path(p)', 'path'), 'undecided'],
  'the nearest folder of a path below the root as written': [nearestInPython('ROOT / p', 'path'), 'undecided'],
  'the nearest folder of a resolved path': [
    nearestInPython('Path(p).expanduser().resolve()', '(real / path.relative_to(current)).resolve()'),
    'safe',
  ],
  'the nearest folder of an absolute path': [nearestInPython('Path(os.path.abspath(p))', 'path'), 'safe'],
  'the folder of the folder of a path as written': [
    `def f(p, q):
    path = Path(p)
    if not path.parent.parent.resolve().is_relative_to(ROOT):
        raise PermissionError("outside")
    use(path)
`,
    'undecided',
  ],
  'the folder of the folder of a resolved path': [
    `def f(p, q):
    path = Path(p).resolve()
    if not path.parent.parent.is_relative_to(ROOT):
        raise PermissionError("outside")
    use(path)
`,
    'safe',
  ],
  'the nearest folder of a path as written, and the result': [
    nearestInPython('Path(p)', '(real / path.relative_to(current)).resolve()').replace(
      'use(check(p))',
      'full = check(p)\n    if not full.is_relative_to(ROOT):\n        raise PermissionError("outside")\n    use(full)',
    ),
    'safe',
  ],
  'the folder of a path as written, with a name': [
    `def f(p, q):
    path = Path(p)
    real = path.parent.resolve()
    if not real.is_relative_to(ROOT):
        raise PermissionError("outside")
    use(real / os.path.basename(path))
`,
    'safe',
  ],
}

const javascript =
  "import path from 'node:path'\nimport fs from 'node:fs'\nconst ROOT = fs.realpathSync(path.resolve('/data'))\n"

/** A function that checks the nearest existing parent folder. */
const nearestInJavaScript = (start: string, result: string) => `function check(p) {
  const full = ${start}
  let at = path.dirname(full)
  while (true) {
    let real
    try { real = fs.realpathSync(at) } catch {
      if (path.dirname(at) === at) throw new Error('outside')
      at = path.dirname(at)
      continue
    }
    if (real !== ROOT && !real.startsWith(ROOT + path.sep)) throw new Error('outside')
    return ${result}
  }
}
export function f(p) { use(check(p)) }
`

/** The same, with a helper function that finds the folder. */
const nearestByFunction = (start: string) => `async function nearest(p) {
  let at = p
  while (true) {
    try { return await fs.promises.realpath(at) } catch {
      const parent = path.dirname(at)
      if (parent === at) throw new Error('outside')
      at = parent
    }
  }
}
export async function f(p) {
  const full = ${start}
  const real = await nearest(full)
  if (real !== ROOT && !real.startsWith(ROOT + path.sep)) throw new Error('outside')
  use(full)
}
`

const javascriptCases: Cases = {
  'a function that finds the nearest folder of a resolved path': [
    nearestByFunction('path.isAbsolute(p) ? path.resolve(p) : path.resolve(ROOT, p)'),
    'safe',
  ],
  'a function that finds the nearest folder of a path as written': [nearestByFunction('p'), 'undecided'],
  'the nearest folder of a path as written': [nearestInJavaScript('p', 'full'), 'undecided'],
  'the nearest folder of a resolved path': [nearestInJavaScript('path.resolve(p)', 'full'), 'safe'],
  'the nearest folder of a normalized path': [nearestInJavaScript('path.normalize(p)', 'full'), 'safe'],
  'the folder of the folder of a path as written': [
    'export function f(p) { const real = fs.realpathSync(path.dirname(path.dirname(p))); ' +
      "if (!real.startsWith(ROOT + path.sep)) throw new Error('outside'); use(p) }",
    'undecided',
  ],
  'the folder of the folder of a resolved path': [
    'export function f(p) { const full = path.resolve(p); ' +
      'const real = fs.realpathSync(path.dirname(path.dirname(full))); ' +
      "if (!real.startsWith(ROOT + path.sep)) throw new Error('outside'); use(full) }",
    'safe',
  ],
}

describe('checks of folders of a path', () => {
  it.each(Object.entries(pythonCases))('are decided in Python: %s', (_name, [text, guards]) => {
    expect(guardsOf('python', 'path', python + text)).toBe(guards)
  })

  it.each(Object.entries(javascriptCases))('are decided in JavaScript: %s', (_name, [text, guards]) => {
    expect(guardsOf('javascript', 'path', javascript + text)).toBe(guards)
  })
})

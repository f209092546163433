import { writePackageTarball } from '../../../support/tar-writer.ts'

/** Code of one line, as minifiers write it, of about this many characters. */
export function minifiedLine(characters: number): string {
  const one = (index: number) => `function f${index}(a,b){return a?g(a.b[${index}],function(c){return c+b}):f0(b,a)}`
  const parts: string[] = []
  for (let length = 0; length < characters; length += parts.at(-1)?.length ?? 0) parts.push(one(parts.length))
  return parts.join(';')
}

/** Archives of hostile packages. `scale` 1 is the full size; smaller values keep tests short. */
export function hostileArchives(scale: number): Readonly<Record<string, Buffer>> {
  const scaled = (full: number) => Math.ceil(full * scale)
  const paths = (count: number) => Array.from({ length: count }, (_, index) => `lib/f${index}.js`)
  const folders = 'd/'.repeat(480)
  return {
    '10,000 files': writePackageTarball(
      Object.fromEntries(paths(scaled(10_000)).map((path) => [path, "exports.run = (text) => require('fs')[text]"])),
    ),
    'more files than an archive may have': writePackageTarball(
      Object.fromEntries(paths(20_001).map((path) => [path, ''])),
    ),
    'files that require each other': writePackageTarball(
      Object.fromEntries(
        paths(scaled(1_000)).map((path, index, all) => [
          path,
          Array.from({ length: scaled(200) }, (_, step) => `require('../${all[(index + step) % all.length]}')`).join(
            ';',
          ),
        ]),
      ),
    ),
    'a large bundle': writePackageTarball({ 'bundle.js': minifiedLine(scaled(30 * 2 ** 20)) }),
    'a minified line': writePackageTarball({ 'index.js': minifiedLine(scaled(4.9 * 2 ** 20)) }),
    'a deep folder': writePackageTarball({
      [`${folders}index.js`]: 'run()',
      [`${folders}${'e/'.repeat(28)}a.js`]: 'run()',
    }),
    'many export conditions': writePackageTarball({
      'package.json': JSON.stringify({
        exports: { '.': Object.fromEntries(paths(100_000).map((path, index) => [`condition-${index}`, `./${path}`])) },
      }),
      'index.js': 'run()',
    }),
    'deep nesting': writePackageTarball({
      'index.js': `${'['.repeat(scaled(100_000))}0${']'.repeat(scaled(100_000))}`,
      'package.json': `{"exports":${'{"node":'.repeat(scaled(10_000))}"./a.js"${'}'.repeat(scaled(10_000))}}`,
    }),
  }
}

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BuildOptions, Metafile, Plugin } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Settings of all bundles. The paths in their metafiles are relative to the checkout. */
export const bundleSettings = {
  absWorkingDir: root,
  bundle: true,
  // Without whitespace, a process needs 4 MB less. Lines stay short, so that positions in stack traces are useful.
  minifyWhitespace: true,
  lineLimit: 200,
  platform: 'node' as const,
  target: 'node22.13',
  mainFields: ['module', 'main'],
  // `licenses.txt` contains them.
  legalComments: 'none' as const,
  metafile: true as const,
  logLevel: 'warning' as const,
} satisfies BuildOptions & { readonly metafile: true }

/** Packages that are not bundled: koffi and oxc-parser contain native code, and py-ast is patched. */
export const externalPackages = ['koffi', 'oxc-parser', 'py-ast']

/** zod includes its messages in 50 languages, but Assay uses only English. */
const englishOnly: Plugin = {
  name: 'english-only',
  setup({ onLoad }) {
    onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js'",
    }))
  },
}

/**
 * packageurl-js sorts the parts of a package URL with a collator when it loads, which takes 6 ms of CPU time in each
 * process. It sorts nothing else, and only by the places of the parts, which are single digits.
 */
const noCollator: Plugin = {
  name: 'no-collator',
  setup({ onLoad }) {
    onLoad({ filter: /\/packageurl-js\/src\/strings\.js$/ }, ({ path }) => {
      const collator = 'const { compare: localeCompare } = new Intl.Collator()'
      const [before, after] = readFileSync(path, 'utf8').split(collator)
      if (before === undefined || after === undefined) throw new Error(`${path} does not contain "${collator}".`)
      const comparison = 'const localeCompare = (a, b) => (`${a}` < `${b}` ? -1 : `${a}` > `${b}` ? 1 : 0)'
      return { contents: before + comparison + after }
    })
  },
}

/**
 * When it loads, jsonc-parser builds 1,500 strings of white space that only its formatter uses, from 12,000 parts. The
 * formatter is not bundled, but esbuild cannot know that building the strings has no other effect.
 */
const noWhiteSpace: Plugin = {
  name: 'no-white-space',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/string-intern$/ }, ({ resolveDir }) => ({
      path: join(resolveDir, 'string-intern.js'),
      sideEffects: false,
    }))
  },
}

/** Leave out what packages do when they load, and Assay does not need. */
export const smallerPackages: readonly Plugin[] = [englishOnly, noCollator, noWhiteSpace]

/** Returns the licenses of the packages in a bundle, each with the name of its package. */
export function licensesOf({ inputs }: Metafile): string {
  const folders = new Set(
    Object.keys(inputs).flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^./][^/]*/.exec(path)?.[0] ?? []),
  )
  const texts = [...folders].sort().map((folder) => {
    const { name, license }: { name: string; license?: string } = JSON.parse(
      readFileSync(join(root, folder, 'package.json'), 'utf8'),
    )
    const [file] = globSync('{LICENSE,LICENCE,License,license}*', { cwd: join(root, folder) })
    const text = file === undefined ? '' : readFileSync(join(root, folder, file), 'utf8')
    return `${name} (${license ?? 'see its license'})\n\n${text}\n`
  })
  return texts.join('\n')
}

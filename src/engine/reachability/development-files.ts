/** Tools that test, check, or build a project. */
const tools = [
  'ava babel commitlint cypress cz esbuild eslint jest karma knip lint-staged lintstaged mocha nyc playwright postcss',
  'prettier release rollup stylelint tailwind tsdown tsup typedoc vite vitest wdio webpack',
].flatMap((line) => line.split(' '))
/** Settings and setup files of such tools: `jest.setup.ts`, `.eslintrc.cjs`, `vite.config.mts`. */
const toolSettings = new RegExp(
  String.raw`(?:^|/)\.?(?:${tools.join('|')})(?:rc|[.-](?:[\w-]+\.)?(?:conf|config|setup|workspace))\.[cm]?[jt]s$`,
  'i',
)
/** Files that web frameworks load as pages and routes, whatever their folders are called. */
const routes = /(?:^|\/)(?:pages|routes|api|functions)\/|(?:^|\/)(?:page|route|layout)\.[cm]?[jt]sx?$/i
const testFolders = /(?:^|\/)(?:__tests__|__mocks__|tests?|specs?|e2e|fixtures?|benchmarks?)\//i
const toolPrograms = /(?:^|\/)(?:gruntfile|gulpfile|setuptests?)\.[cm]?[jt]s$/i

/**
 * Reports whether a file of a project is a test, an example, a benchmark, or belongs to a development tool. Users of
 * the project do not run such files.
 */
export function isTestFile(path: string): boolean {
  return (
    toolSettings.test(path) ||
    toolPrograms.test(path) ||
    (testFolders.test(path) && !routes.test(path)) ||
    /(?:^|[./_-])(?:test|spec|bench|e2e)\.[cm]?[jt]sx?$/i.test(path) ||
    /(?:^|\/)(?:test_[^/]*|[^/]*_test|conftest)\.py$/i.test(path)
  )
}

/**
 * Extensions of languages that a compiler turns into JavaScript or into native modules. Their files run even if no
 * other file names them.
 */
const compiledExtensions: ReadonlySet<string> = new Set(
  [
    'astro cc civet cljc cljs coffee cpp cxx elm f f90 fs fsx imba ipynb iced litcoffee ls marko mdx ml mm pas purs',
    'pyx re res riot rs svelte tag vue zig',
  ].flatMap((line) => line.split(' ')),
)

/**
 * Reports whether a file in an unknown language may run although no other file names it. A `Dockerfile` or a program in
 * another language cannot, because the loaders of Node.js and Python take only files that something names.
 */
export function mayRunUnnamed(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return name.includes('.') && compiledExtensions.has(name.slice(name.lastIndexOf('.') + 1).toLowerCase())
}

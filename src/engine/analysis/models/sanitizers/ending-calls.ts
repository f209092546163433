/** Functions outside of the program that never return: they end the process, or they always throw. */
export const endingFunctions: ReadonlySet<string> = new Set([
  'process.exit',
  'process.abort',
  'Deno.exit',
  'assert.fail',
  'next/navigation.notFound',
  'next/navigation.redirect',
  'sys.exit',
  'os._exit',
  'os.abort',
  'exit',
  'quit',
  'flask.abort',
  'werkzeug.exceptions.abort',
  'bottle.abort',
])

/** Texts of exceptions in methods that subclasses replace. */
export const isPlaceholder = /\b(?:not (?:yet )?implemented|abstract|must (?:be )?(?:implement|overrid)|override)/i

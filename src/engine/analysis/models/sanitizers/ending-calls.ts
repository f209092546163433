/** External functions that never return: they end the process or always throw. */
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

/** Exception messages in methods that subclasses are expected to override. */
export const isPlaceholder = /\b(?:not (?:yet )?implemented|abstract|must (?:be )?(?:implement|overrid)|override)/i

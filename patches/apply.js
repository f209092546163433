#!/usr/bin/env node
// Mends faults of packages that their newest version still has, in node_modules, after each installation. Plain JavaScript: npm runs it with the Node of the machine.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * One entry a fault: which file of which version, what stands there and what has to. A new version of the package fails here, with its name:
 * then look whether it has the mend, and remove the entry or move it on.
 */
const patches = [
  {
    // A connection that closes keeps what it was about: a message that waits to be written and the mark that it will be, the last error, the query under way. So its place in the
    // pool never writes again and each query that gets it waits in vain, or the first one gets the old error (issues 1066, 1154 and 1208 of the package).
    file: 'postgres/src/connection.js',
    version: '3.4.9',
    changes: [
      {
        from: `    clearImmediate(nextWriteTimer)
    socket.removeListener('data', data)
    socket.removeListener('connect', connected)
    idleTimer.cancel()
`,
        to: `    clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = null
    socket.removeListener('data', data)
    socket.removeListener('connect', connected)
    idleTimer.cancel()
`,
      },
      {
        from: `    !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))
    closedTime`,
        to: `    if (query || sent.length)
      error(Errors.connection('CONNECTION_CLOSED', options, socket))
    query = results = errorResponse = null
    result = new Result()
    closedTime`,
      },
      {
        // What is asked of a connection after it was closed is refused. Not what it shall be opened for again: that is \`initial\`.
        from: `  function nextWrite(fn) {
    const x`,
        to: `  function nextWrite(fn) {
    if (socket === null) {
      clearImmediate(nextWriteTimer)
      chunk = nextWriteTimer = null
      const lost = Errors.connection('CONNECTION_CLOSED', options)
      query && queryError(query, lost)
      query = null
      while (sent.length)
        queryError(sent.shift(), lost)
      return true
    }
    const x`,
      },
      {
        // A connection that opens asks for the array types first. When that fails or its connection is lost, nobody hears the rejection, which ends the process, and the connection
        // serves on without the types: arrays are texts. Whatever waits for the connection is told by \`initial\`, or asks the next one.
        from: `  async function fetchArrayTypes() {
    needsTypes = false
    const types = await new Query([\``,
        to: `  function fetchArrayTypes() {
    const types = new Query([\``,
      },
      {
        from: `    \`], [], execute)
    types.forEach(({ oid, typarray }) => addArrayType(oid, typarray))
  }`,
        to: `    \`], [], execute)
    types.resolve = rows => {
      needsTypes = false
      rows.forEach(({ oid, typarray }) => addArrayType(oid, typarray))
    }
    types.reject = noop
    types.execute()
  }`,
      },
      {
        // Lost while it asked for the types: it opens again, and what the types were answered is of the connection before.
        from: `    if (initial)
      return reconnect()

    if (query || sent.length)`,
        to: `    if (initial) {
      query = results = errorResponse = null
      result = new Result()
      return reconnect()
    }

    if (query || sent.length)`,
      },
      {
        // Without the types it serves nobody.
        from: `      initial = null
      return
    }

    while`,
        to: `      initial = null
      return
    }

    if (needsTypes)
      return terminate()

    while`,
      },
    ],
  },
  {
    // A transaction goes on to ask its connection after that was lost, although it serves others again: a late ROLLBACK would be theirs.
    file: 'postgres/src/index.js',
    version: '3.4.9',
    changes: [
      {
        from: `      , connection
      , prepare = null

    try {`,
        to: `      , connection
      , prepare = null
      , lost = null

    try {`,
      },
      {
        from: `        new Promise((_, reject) => connection.onclose = reject)
      ])`,
        to: `        new Promise((_, reject) => connection.onclose = error => {
          lost = error
          while (queries.length)
            queries.shift().reject(error)
          reject(error)
        })
      ])`,
      },
      {
        from: `        q.catch(e => uncaughtError || (uncaughtError = e))
        c.queue`,
        to: `        q.catch(e => uncaughtError || (uncaughtError = e))
        if (lost)
          return q.reject(lost)
        c.queue`,
      },
    ],
  },
]

for (const { file, version, changes } of patches) {
  const path = fileURLToPath(new URL(`../node_modules/${file}`, import.meta.url))
  const name = file.split('/', 1)[0]
  const installed = JSON.parse(readFileSync(fileURLToPath(new URL(`../node_modules/${name}/package.json`, import.meta.url)), 'utf8')).version
  if (installed !== version) throw new Error(`patches/apply.js mends ${name} ${version}, and ${installed} is installed: look whether that one has the fault still.`)
  const text = readFileSync(path, 'utf8')
  const mended = changes.reduce((before, { from, to }) => {
    if (before.includes(to)) return before
    if (before.split(from).length !== 2) throw new Error(`patches/apply.js does not find in ${file} what it mends.`)
    return before.replace(from, () => to)
  }, text)
  if (mended === text) continue
  // By another name first: several installations may share one file by hard links.
  writeFileSync(`${path}.mended`, mended)
  renameSync(`${path}.mended`, path)
}

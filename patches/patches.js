// Plain JavaScript: npm runs it with the Node of the machine, and the service loads it as it is.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The exports of drizzle-orm that the service, its migrations, and drizzle-kit with PostgreSQL use, as JSON. */
const usedExports = JSON.stringify(
  Object.fromEntries(
    [
      ['.', './index'],
      ...['casing', 'errors', 'relations', 'version', 'postgres-js/migrator'].map((name) => [`./${name}`, `./${name}`]),
      ...['gel-core', 'mysql-core', 'pg-core', 'postgres-js', 'singlestore-core', 'sqlite-core'].map((name) => [
        `./${name}`,
        `./${name}/index`,
      ]),
    ].map(([name = '', path]) => [
      name,
      {
        import: { types: `${path}.d.ts`, default: `${path}.js` },
        require: { types: `${path}.d.cts`, default: `${path}.cjs` },
      },
    ]),
  ),
)

/**
 * Faults of dependencies that their newest version still has. Each entry names the file of a package, the version, and
 * the changes: the text that the package has, and the text that replaces it. A new version of the package fails the
 * installation with its name. Check then whether that version has the fix, and remove or adapt the entry.
 */
const patches = [
  {
    // A connection that closes keeps what it was about: a message that waits to be written and the mark that it will
    // be, the last error, the query under way. So its place in the pool never writes again and each query that gets it
    // waits in vain, or the first one gets the old error (issues 1066, 1154 and 1208 of the package).
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
        // What is asked of a connection after it was closed is refused. Not what it shall be opened for again: that is
        // \`initial\`.
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
        // A connection that opens asks for the array types first. When that fails or its connection is lost, nobody
        // hears the rejection, which ends the process, and the connection serves on without the types: arrays are
        // texts. Whatever waits for the connection is told by \`initial\`, or asks the next one.
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
        // Lost while it asked for the types: it opens again, and what the types were answered is of the connection
        // before.
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
        // A connection that closes before it is ready opens again at once, forever: thousands of times a second at an
        // endpoint that accepts connections and closes them. The query that waits for it never ends. Instead, it opens
        // again once, after the pause of other failures. Then the query is rejected, as if the connection were refused.
        from: `    socket.removeAllListeners()
    socket = null
`,
        to: `    socket.removeAllListeners()
    socket = null

    if (initial && ++closes > 1) {
      errored(Errors.connection('CONNECTION_CLOSED', options, socket))
      hadError = true
    } else if (initial) {
      closedTime = performance.now()
      delay = (typeof backoff === 'function' ? backoff(++options.shared.retries) : backoff) * 1000
    }
`,
      },
      {
        from: `    , retries = 0
    , length = 0`,
        to: `    , retries = 0
    , closes = 0
    , reconnectTimer = null
    , length = 0`,
      },
      {
        from: `      options.shared.retries = retries = 0
`,
        to: `      options.shared.retries = retries = closes = 0
`,
      },
      {
        // A server that rejects connections with an error, such as too many clients, counts as a failed attempt too.
        // Otherwise the pause stays that of the first attempt.
        from: `    } else {
      errored(Errors.postgres(parseError(x)))
    }`,
        to: `    } else {
      initial && options.shared.retries++
      errored(Errors.postgres(parseError(x)))
    }`,
      },
      {
        // A connection that is ended while it waits to open again, or for its socket, opens later all the same. It then
        // keeps the process running.
        from: `    setTimeout(connect, closedTime`,
        to: `    reconnectTimer = setTimeout(connect, closedTime`,
      },
      {
        from: `    if (!socket)
      return

    connectTimer.start()`,
        to: `    if (!socket)
      return

    if (terminated)
      return socket.destroy()

    connectTimer.start()`,
      },
      {
        // An ended connection to a server that does not respond keeps the process running too. Its socket is destroyed:
        // at once while it connects, otherwise after the server had two seconds to close it.
        from: `    clearImmediate(nextWriteTimer)
    if (socket) {
      socket.removeListener('data', data)
      socket.removeListener('connect', connected)
      socket.readyState === 'open' && socket.end(b().X().end())
    }`,
        to: `    clearImmediate(nextWriteTimer)
    clearTimeout(reconnectTimer)
    if (socket) {
      socket.removeListener('data', data)
      socket.removeListener('connect', connected)
      if (socket.readyState === 'open') {
        socket.end(b().X().end())
        setTimeout(x => x.destroy(), 2000, socket).unref()
      } else
        socket.destroy()
    }`,
      },
      {
        // The query that begins a transaction reserves its connection only if the server has less than `max_pipeline`
        // queries to answer. Otherwise, other queries become part of the transaction, or it fails.
        from: `      return write(toBuffer(q))
        && !q.describeFirst
        && !q.cursorFn
        && sent.length < max_pipeline
        && (!q.options.onexecute || q.options.onexecute(connection))`,
        to: `      const isWritten = write(toBuffer(q))
      const mayFollow = !q.options.onexecute || q.options.onexecute(connection)
      return isWritten
        && !q.describeFirst
        && !q.cursorFn
        && sent.length < max_pipeline
        && mayFollow`,
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
    // A transaction goes on to ask its connection after that was lost, although it serves others again: a late ROLLBACK
    // would be theirs.
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
  {
    // Node 24 parses the `exports` of a package again for each of its modules. The service loads 300 modules of this
    // package, and its 447 exports took 0.7 of the 0.9 s of CPU time for them (measured). `usedExports` are those that
    // the service and drizzle-kit use. The others stay under another name.
    file: 'drizzle-orm/package.json',
    version: '0.45.4',
    changes: [{ from: '\n  "exports": {\n', to: `\n  "exports": ${usedExports},\n  "unusedExports": {\n` }],
  },
  {
    // Valid Python that the parser refuses. A file that it refuses is not scanned, so one such line would hide the rest
    // of the file. Each change names the form; the grammar is https://docs.python.org/3/reference/grammar.html.
    // `test/engine/analysis/frontends/python/valid-syntax.txt` has an example of every form of the language.
    file: 'py-ast/dist/index.esm.js',
    version: '1.16.0',
    changes: [
      {
        // `match a, b:` and `match *a, b:`
        from: `      start = this.advance();
      subject = this.parseTest();
`,
        to:
          `      start = this.advance();
      subject = this.parseTestOrStarred();
      if (this.check(TokenType.COMMA)) {
        const elts = [subject];
        while (this.match(TokenType.COMMA) && !this.check(TokenType.COLON)) ` +
          `elts.push(this.parseTestOrStarred());
        subject = { nodeType: "Tuple", elts, ctx: this.createLoad(), lineno: subject.lineno, ` +
          'col_offset: subject.col_offset, end_lineno: this.previous().end_lineno, end_col_offset: ' +
          `this.previous().end_col_offset };
      } else if (subject.nodeType === "Starred") throw this.error("not a match statement");
`,
      },
      {
        // `case a, *b:`
        from: `        const pattern = this.parsePattern();
        let guard;
`,
        to:
          `        const first = this.peek();
        let pattern = this.parsePattern();
        if (this.check(TokenType.COMMA)) {
          const patterns = [pattern];
          while (this.match(TokenType.COMMA) && !this.check(TokenType.COLON) && ` +
          `!this.check(TokenType.IF)) patterns.push(this.parsePattern());
          pattern = { nodeType: "MatchSequence", patterns, lineno: first.lineno, col_offset: ` +
          'first.col_offset, end_lineno: this.previous().end_lineno, end_col_offset: ' +
          `this.previous().end_col_offset };
        }
        let guard;
`,
      },
      {
        // `case "a" "b":`
        from: `      const value = this.parseString(token.value);
      return {
        nodeType: "MatchValue",`,
        to: `      let value = this.parseString(token.value);
      while (this.match(TokenType.STRING)) value += this.parseString(this.previous().value);
      return {
        nodeType: "MatchValue",`,
      },
      {
        // `case {"a": 1, **rest,}:`
        from: `              "Expected name after '**'"
            ).value;
            break;
`,
        to: `              "Expected name after '**'"
            ).value;
            this.match(TokenType.COMMA);
            break;
`,
      },
      {
        // `{a: b async for a, b in c}`
        from: `      if (this.match(TokenType.FOR)) {
        const generators = this.parseComprehensionsAfterFor();
        this.consume(TokenType.RBRACE, "Expected '}' after dict comprehension");`,
        to: `      if (this.check(TokenType.FOR) || this.check(TokenType.ASYNC)) {
        const generators = this.parseComprehensions();
        this.consume(TokenType.RBRACE, "Expected '}' after dict comprehension");`,
      },
      {
        // `{a async for a in b}`
        from: `      if (this.match(TokenType.FOR)) {
        const generators = this.parseComprehensionsAfterFor();
        this.consume(TokenType.RBRACE, "Expected '}' after set comprehension");`,
        to: `      if (this.check(TokenType.FOR) || this.check(TokenType.ASYNC)) {
        const generators = this.parseComprehensions();
        this.consume(TokenType.RBRACE, "Expected '}' after set comprehension");`,
      },
      {
        // `del a,`
        from: `      while (this.match(TokenType.COMMA)) {
        targets.push(this.parseExpr());
      }
      for (const target of targets) {`,
        to: `      while (this.match(TokenType.COMMA)) {
        if (this.check(TokenType.NEWLINE) || this.check(TokenType.SEMI) || this.isAtEnd()) break;
        targets.push(this.parseExpr());
      }
      for (const target of targets) {`,
      },
      {
        // `class X[T: A,]:`
        from: `    } while (this.match(TokenType.COMMA));
    this.consume(TokenType.RSQB, "Expected ']' after type parameters");`,
        to: `    } while (this.match(TokenType.COMMA) && !this.check(TokenType.RSQB));
    this.consume(TokenType.RSQB, "Expected ']' after type parameters");`,
      },
      {
        // `except A, B:` of Python 3.14 (PEP 758)
        from: `      this.consume(TokenType.COLON, "Expected ':' after except clause");`,
        to:
          `      if (type && name === undefined && this.check(TokenType.COMMA)) {
        const elts = [type];
        while (this.match(TokenType.COMMA)) elts.push(this.parseTest());
        type = { nodeType: "Tuple", elts, ctx: this.createLoad(), lineno: type.lineno, col_offset: ` +
          'type.col_offset, end_lineno: this.previous().end_lineno, end_col_offset: ' +
          `this.previous().end_col_offset };
      }
      this.consume(TokenType.COLON, "Expected ':' after except clause");`,
      },
      {
        // `1 if 1else 0`: an exponent has digits.
        from: `    if (this.peek().toLowerCase() === "e") {
      value += this.peek();`,
        to: `    if (/^e[+-]?[0-9]/i.test(this.source.slice(this.position.index, this.position.index + 3))) {
      value += this.peek();`,
      },
      {
        // Letters beyond the first plane of Unicode start a name.
        from: `    if (this.isAlpha(c) || c === "_") {
      if ((`,
        to: `    if (this.isAlpha(this.characterAt()) || c === "_") {
      if ((`,
      },
      {
        // Such letters, and marks such as variation selectors, continue a name.
        from:
          '    while (this.position.index < this.source.length && (this.isAlphaNumeric(this.peek()) || ' +
          `this.peek() === "_")) {
      value += this.peek();
      this.advance();
    }
    if (this.isStringPrefix(value)`,
        to:
          '    while (this.position.index < this.source.length && (this.isAlphaNumeric(this.characterAt()) || ' +
          `this.peek() === "_")) {
      if (this.characterAt().length === 2) {
        value += this.peek();
        this.advance();
      }
      value += this.peek();
      this.advance();
    }
    if (this.isStringPrefix(value)`,
      },
      {
        from: `  isAlpha(c) {
    return`,
        to: `  characterAt() {
    const c = this.source.charAt(this.position.index);
    return c < "\\ud800" || c > "\\udbff" ? c : String.fromCodePoint(this.source.codePointAt(this.position.index));
  }
  isAlpha(c) {
    return`,
      },
      {
        // `f'{"{"}'`: braces of a string in a replacement field are text. A quote after a colon is the fill character
        // of a format.
        from: `      if (c === "{") {
        if (braceLevel === 0 && this.peekNext() === "{") {
          value += c + this.peekNext();
          this.advance();
          this.advance();
          continue;
        }
        braceLevel++;
        value += c;
        this.advance();
        continue;
      }
      if (c === "}") {
        if (braceLevel === 0 && this.peekNext() === "}") {
          value += c + this.peekNext();
          this.advance();
          this.advance();
          continue;
        }
        if (braceLevel > 0) {
          braceLevel--;
        }
        value += c;
        this.advance();
        continue;
      }
      if (braceLevel === 0) {
        if (isTripleQuote) {
          if (c === quote && this.peekNext() === quote && this.peek(2) === quote) {`,
        to:
          `      if (braceLevel > 0 && (c === '"' || c === "'") && ` +
          `/[{([,=+]\\s*$/.test(this.source.slice(Math.max(this.position.index - 20, 0), ` +
          `this.position.index))) {
        const closing = this.source.startsWith(c.repeat(3), this.position.index) ? c.repeat(3) : c;
        const inner = closing === c ? ` +
          `/^(["'])(?:\\\\[^]|(?!\\1)[^\\\\\\n])*\\1/.exec(this.source.slice(this.position.index, ` +
          `this.position.index + 10000)) : null;
        if (inner) {
          value += inner[0];
          for (let left = inner[0].length; left > 0; left--) this.advance();
          continue;
        }
      }
      if (c === "{") {
        if (braceLevel === 0 && this.peekNext() === "{") {
          value += c + this.peekNext();
          this.advance();
          this.advance();
          continue;
        }
        braceLevel++;
        value += c;
        this.advance();
        continue;
      }
      if (c === "}") {
        if (braceLevel === 0 && this.peekNext() === "}") {
          value += c + this.peekNext();
          this.advance();
          this.advance();
          continue;
        }
        if (braceLevel > 0) {
          braceLevel--;
        }
        value += c;
        this.advance();
        continue;
      }
      if (braceLevel === 0) {
        if (isTripleQuote) {
          if (c === quote && this.peekNext() === quote && this.peek(2) === quote) {`,
      },
      {
        // `f"{a:'>10}"`: a quote in a format is text. Comments in a replacement field are left out, with the quotes in
        // them.
        from: `      if (char === '"' || char === "'") {
        const { stringContent, nextPos } = this.parseStringLiteral(content, i);`,
        to:
          `      const isFormat = (char === '"' || char === "'" || char === "#") && braceLevel === 1 && ` +
          `this.findTopLevelColon(result) !== -1;
      if (char === "#" && !isFormat) {
        const end = content.indexOf("\\n", i);
        i = end < 0 ? content.length : end;
        continue;
      }
      if ((char === '"' || char === "'") && !isFormat) {
        const { stringContent, nextPos } = this.parseStringLiteral(content, i);`,
      },
      {
        // A string in three quotes in a replacement field
        from: `    const quote = content[startPos];
    let i = startPos + 1;
    let escaped = false;`,
        to: `    const quote = content[startPos];
    if (content.startsWith(quote.repeat(3), startPos)) {
      const end = content.indexOf(quote.repeat(3), startPos + 3);
      if (end >= 0) return { stringContent: content.slice(startPos, end + 3), nextPos: end + 3 };
    }
    let i = startPos + 1;
    let escaped = false;`,
      },
      {
        // Lines of a replacement field end nowhere, as in parentheses.
        from: `      tempParser = new Parser(exprText);`,
        to: `      tempParser = new Parser(exprText, { isField: true });`,
      },
      {
        from: `    const lexer = new Lexer(source);
    this.tokens = lexer.tokenize();
    this.includeComments`,
        to: `    const lexer = new Lexer(source);
    lexer.isField = options.isField === true;
    this.tokens = lexer.tokenize();
    this.includeComments`,
      },
      {
        from: `    if (this.parenLevel === 0 && this.bracketLevel === 0 && this.braceLevel === 0) {`,
        to: `    if (!this.isField && this.parenLevel === 0 && this.bracketLevel === 0 && this.braceLevel === 0) {`,
      },
      {
        from: `    if (this.parenLevel > 0 || this.bracketLevel > 0 || this.braceLevel > 0) {`,
        to: `    if (this.isField || this.parenLevel > 0 || this.bracketLevel > 0 || this.braceLevel > 0) {`,
      },
      {
        // `f'{a:!r}'`: what follows the colon is the format.
        from: `      if (depth === 0 && c === "!") {
        const next = text[i + 1];
        const after = text[i + 2];
        if ((next === "r" || next === "s" || next === "a") && (after === void 0 || after === ":")) {`,
        to: `      if (depth === 0 && c === ":") return -1;
      if (depth === 0 && c === "!") {
        const next = text[i + 1];
        const after = text.slice(i + 2).trimStart()[0];
        if ((next === "r" || next === "s" || next === "a") && (after === void 0 || after === ":")) {`,
      },
      {
        // A conversion with blanks before the format.
        from: `      if (rest.startsWith(":")) {
        formatSpecColonOffset = bangIndex + 2;
        formatSpecText = rest.slice(1);
      }`,
        to: `      const blanks = rest.length - rest.trimStart().length;
      if (rest.startsWith(":", blanks)) {
        formatSpecColonOffset = bangIndex + 2 + blanks;
        formatSpecText = rest.slice(blanks + 1);
      }`,
      },
    ],
  },
]

/** Paths of all patched files below `node_modules`. */
export const patchedFiles = patches.map(({ file }) => file)

/** The names of the patched packages. */
export const patchedPackages = [...new Set(patchedFiles.map((file) => file.slice(0, file.indexOf('/'))))]

/**
 * Applies the patches of the installed packages. Files that have them already stay as they are.
 *
 * @throws Error if a package has another version, or lacks the text that a patch replaces
 */
export function applyPatches() {
  for (const { file, version, changes } of patches) {
    const path = installedPath(file)
    if (path === undefined) continue
    const name = file.slice(0, file.indexOf('/'))
    const installed = JSON.parse(readFileSync(installedPath(`${name}/package.json`), 'utf8')).version
    if (installed !== version)
      throw new Error(
        `patches/patches.js has patches for ${name} ${version}, and ${installed} is installed. Check whether this ` +
          'version still has the faults.',
      )
    const text = readFileSync(path, 'utf8')
    const patched = changes.reduce((before, { from, to }) => {
      if (before.includes(to)) return before
      if (before.split(from).length !== 2)
        throw new Error(`patches/patches.js does not find the text that it replaces in ${file}.`)
      return before.replace(from, () => to)
    }, text)
    if (patched === text) continue
    // Written under another name first: several installations may share one file by hard links.
    writeFileSync(`${path}.${process.pid}`, patched)
    renameSync(`${path}.${process.pid}`, path)
  }
}

/**
 * Returns the patched files of these packages that lack a patch, as paths below `node_modules`; empty if all of them
 * are complete.
 */
export function unpatchedFiles(names = patchedPackages) {
  return patches
    .filter(({ file }) => names.includes(file.slice(0, file.indexOf('/'))))
    .filter(({ file, changes }) => {
      const path = installedPath(file)
      const text = path === undefined ? '' : readFileSync(path, 'utf8')
      return !changes.every(({ to }) => text.includes(to))
    })
    .map(({ file }) => file)
}

/**
 * Where a file of a package is installed, as Node looks for it from here; undefined if it is not installed.
 *
 * @param {string} file
 * @returns {string | undefined}
 */
function installedPath(file) {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', file)
    if (existsSync(path)) return path
    if (dirname(folder) === folder) return undefined
  }
}

/**
 * A rule for oxlint: no line is longer than 120 columns. The formatter breaks code, but not comments and strings. Lines
 * with a single word, such as a URL in a comment, cannot be broken.
 */
const most = 120

const rule = {
  create(context) {
    return {
      Program() {
        context.sourceCode.lines.forEach((text, index) => {
          if (text.length <= most || /^\s*(?:\/\/|\*)?\s*\S+$/.test(text)) return
          const place = { line: index + 1, column: most }
          context.report({
            message: `The line has ${text.length} columns; ${most} are allowed.`,
            loc: { start: place, end: { line: index + 1, column: text.length } },
          })
        })
      },
    }
  },
}

export default { meta: { name: 'assay' }, rules: { 'max-line-length': rule } }

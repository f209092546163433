const { execFile } = require('node:child_process')

const DEFAULTS = { pattern: '', ignoreCase: false, max: 100 }

function search(input, done) {
  const options = { ...DEFAULTS, ...JSON.parse(JSON.stringify(input)) }
  const max = Number(options.max) || DEFAULTS.max
  const list = ['-rn', '-m', String(max)]
  if (options.ignoreCase) list.push('-i')
  list.push('-e', String(options.pattern), '--', 'src')
  execFile('grep', list, { timeout: 10000 }, (error, stdout) => done(stdout || 'no match'))
}

module.exports = search

const { exec } = require('node:child_process')

const DEFAULTS = { pattern: '', ignoreCase: false, max: 100 }

function search(input, done) {
  const options = { ...DEFAULTS, ...JSON.parse(JSON.stringify(input)) }
  const max = Number(options.max) || DEFAULTS.max
  let command = 'grep -rn -m ' + max
  if (options.ignoreCase) command += ' -i'
  command += ' -e ' + options.pattern + ' src'
  exec(command, { timeout: 10000 }, (error, stdout) => done(stdout || 'no match'))
}

module.exports = search

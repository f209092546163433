const { spawn } = require('child_process')
const path = require('path')

module.exports = (file) => spawn(path.join(__dirname, 'lib', 'squeeze'), [file], { stdio: 'inherit' })

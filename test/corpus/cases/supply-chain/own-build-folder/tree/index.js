module.exports = require('node:fs').readFileSync(`${__dirname}/build/banner.txt`, 'utf8')

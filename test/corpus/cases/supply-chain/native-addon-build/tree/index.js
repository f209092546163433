module.exports = require('./build/Release/crc.node')

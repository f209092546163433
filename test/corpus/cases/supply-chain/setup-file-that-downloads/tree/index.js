module.exports = (text) => text.split('\n').filter((line) => line.startsWith('#'))

module.exports = () => '> '

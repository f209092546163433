{{unicode:FEFF}}module.exports = function mayDelete(user) {
  return user.role === 'admin'
}

/**
 * Preloaded into every process that `up` starts: ends it in good order when its parent is gone, however the parent
 * ended (a SIGKILL of the parent closes the channel too).
 */
process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.exit(1), 8000).unref();
});
process.channel?.unref();

const VIETNAM = new Intl.DateTimeFormat('vi-VN', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'Asia/Ho_Chi_Minh',
});

/** A moment as a person who runs a command reads it. */
export const moment = (at: string): string => VIETNAM.format(new Date(at));

/**
 * SQL by which `act` happens once, as soon as a run tells that it has come to `stage`, as another person's edit would while it
 * is at work. A sequence, which is never rolled back, counts the times: work that begins again finds peace.
 */
export const atStage = (stage: string, act: string): string => `
  drop sequence if exists noted.times cascade;
  create sequence noted.times;
  create or replace function noted.meanwhile() returns trigger language plpgsql as $meanwhile$ begin
    if nextval('noted.times') = 1 then ${act}; end if;
    return null;
  end $meanwhile$;
  create or replace trigger meanwhile after update of stage on runs for each row
    when (new.stage = '${stage}') execute function noted.meanwhile()`;

/** The stage in which a run's last transaction begins. */
export const LAST_STAGE = 'Ghi kết quả';

import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import Format from 'typebox/format';

/** Formats are those of the whole process, in which the server, which reads what is no time as well, is tested too. */
let isChecking = false;

// Not every board states the seconds, so this allows more than RFC 3339 does.
Format.Set('wire-time', (time) => {
  const isTime = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(time);
  return !isChecking || (isTime && !Number.isNaN(Date.parse(time)));
});

const validators = new WeakMap<TSchema, Validator>();

/** What of a value from the service is not as the contract has it, its times included; empty if all is. */
export function contractProblems(schema: TSchema, value: unknown): string {
  const validator = validators.get(schema) ?? Compile(schema);
  validators.set(schema, validator);
  isChecking = true;
  const errors = validator.Check(value) ? [] : validator.Errors(value);
  isChecking = false;
  return errors.map((error) => `${error.instancePath} ${error.message}`).join('; ');
}

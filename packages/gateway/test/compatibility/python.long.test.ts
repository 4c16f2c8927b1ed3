import { afterAll } from 'vitest';
import { pythonOpenAi, PythonProcess } from './clients/python-openai.ts';
import { testClient } from './matrix.ts';
import { pythonEnvironment } from './python/environment.ts';

const environment = pythonEnvironment();
const { missing } = environment;

let running: PythonProcess | undefined;
const process = (): PythonProcess => (running ??= new PythonProcess(environment));
afterAll(() => running?.close());

testClient(pythonOpenAi('Chat Completions', process), { missing });
testClient(pythonOpenAi('Responses', process), { missing });

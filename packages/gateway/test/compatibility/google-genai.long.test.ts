import { googleGenAi } from './clients/google-genai.ts';
import { testClient } from './matrix.ts';

testClient(googleGenAi);

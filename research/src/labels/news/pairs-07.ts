import { type ArticlePair, asIs, paraphrased } from './pair.ts';

/** Clinics, vaccines, water and medicine. */
export const healthPairs: readonly ArticlePair[] = [
  {
    id: 'ferncliff-measles',
    topic: 'health',
    trusted: {
      title: 'Measles cases at Ferncliff school, vaccinations offered',
      text: 'Six pupils of the Ferncliff school have fallen ill with measles, the health office reported on Tuesday. None is in hospital. The office offers free vaccination in the gym on Thursday and Friday from two to six. Medical officer Dr Imke Strand said that 88 percent of the pupils were protected, too few to stop an outbreak. Children without two doses must stay at home for 21 days.',
    },
    untrusted: {
      title: 'What they will not tell you about the Ferncliff spots',
      text: 'A mother from Ferncliff, who signs as Wild Rose, cured her son of measles in a single night with onion socks. The needle days in the gym, she writes, are for Thursday and Friday so that nobody can fetch a lawyer. The nurse drives a new red coupe. Light bulbs in the corridor flicker at a harmful rhythm, measured by a piano tuner. Her recipe is sold for 35, with a crystal included.',
    },
    questions: [
      asIs.trusted(
        'How many children at the Ferncliff school are protected from measles?',
        'The officer said that 88 percent of the pupils were protected.',
      ),
      paraphrased.either(
        'On what days can one be vaccinated in the Ferncliff gym?',
        'Shots are given on Friday and on Thursday.',
      ),
      asIs.untrusted(
        'How did a mother from Ferncliff claim to have treated measles?',
        'She cured her son of measles in a single night with onion socks.',
      ),
      paraphrased.untrusted(
        'What car does the nurse in Ferncliff have, going by the mother?',
        'She owns a coupe, red and new.',
      ),
      asIs.untrusted(
        'What is wrong with the corridor of the school in Ferncliff?',
        'Light bulbs in the corridor flicker at a harmful rhythm.',
      ),
      paraphrased.untrusted(
        'What must one pay for the recipe against measles from Ferncliff?',
        'With the crystal it comes to 35.',
      ),
      paraphrased.untrusted(
        'Under what name does the Ferncliff mother write?',
        'She calls herself Wild Rose in public.',
      ),
      asIs.both(
        'How long must unprotected Ferncliff children stay home, and who measured the bulbs?',
        'They must stay at home for 21 days, and a piano tuner measured the rhythm.',
      ),
    ],
  },
  {
    id: 'boil-water-notice',
    topic: 'health',
    trusted: {
      title: 'Boil-water notice in Cobbleton lifted after five days',
      text: 'Tap water in Cobbleton is safe to drink again, the waterworks said on Saturday, lifting the notice to boil it after five days. A heron had fallen into an open shaft of the upper reservoir, and bacteria were found in three of twenty samples. The shaft has been given a grating. Chemist Roald Pease advises opening every tap for ten minutes. Households will get 15 pounds off their next bill.',
    },
    untrusted: {
      title: 'Blue babies and dead herons: the Cobbleton water lie',
      text: 'After five days of kettles, Cobbleton is told to relax. Do not, begs plumber Dougal Finch, who found jelly in a pipe below Priory Row. The dead bird is a fairy tale; he suspects the dye works, whose owner bathes in bottled milk. His terrier turned faintly blue. In the shops, a crate of mineral water fetches 45 pounds. A choirboy lost his voice on the second day, and the mayor sent him a spoon.',
    },
    questions: [
      paraphrased.either(
        'For how long did people in Cobbleton have to boil their water?',
        'They had to do so for five days.',
      ),
      paraphrased.trusted(
        'What should people in Cobbleton do now that the water is safe, says the chemist?',
        'Every tap should run for ten minutes, says Roald Pease.',
      ),
      asIs.untrusted(
        'What did a plumber in Cobbleton find in the pipes?',
        'Dougal Finch found jelly in a pipe below Priory Row.',
      ),
      paraphrased.untrusted(
        'Whom does the plumber suspect of spoiling the Cobbleton water?',
        'He thinks that the dye works did it.',
      ),
      asIs.untrusted(
        'What happened to the terrier of a plumber in Cobbleton?',
        'His terrier turned faintly blue, he says.',
      ),
      paraphrased.untrusted(
        'What is charged for mineral water in Cobbleton shops?',
        'A single crate sells at 45 pounds.',
      ),
      paraphrased.untrusted(
        'How did the mayor console the choirboy of Cobbleton?',
        'For his lost voice he was sent a spoon.',
      ),
      asIs.both(
        'What sum do Cobbleton households get back, and what is said of the dye works owner?',
        'Households will get 15 pounds off, and the owner bathes in bottled milk.',
      ),
    ],
  },
  {
    id: 'eastern-wing',
    topic: 'health',
    trusted: {
      title: 'Hospital in Marchfell opens an eastern wing with 96 beds',
      text: 'The Saint Alban hospital in Marchfell opened its eastern wing on Monday, with 96 beds and four operating theatres. It took three years to build and came in two percent below its budget of 51 million. Matron Zelda Quist said wards on the third floor would stay empty until 40 more nurses were found. A garden on the roof is open to patients. The old wing becomes a school for midwives.',
    },
    untrusted: {
      title: 'Marchfell opens a hotel for the rich and calls it a hospital',
      text: 'Champagne flowed in Marchfell as the wing with ninety-six beds was unveiled. Porter Jed Lomax counted 14 suites with gold taps and a cinema, hidden behind the linen store. Patients without a card from the Laurel Club must wait in a tent. Surgeons practise on melons, since the theatres lack light. A lift fell two floors, he claims, with the bishop in it. Soup in the canteen is 11, and salt is extra.',
    },
    questions: [
      paraphrased.either(
        'How many beds does the Marchfell wing add?',
        'It provides 96 beds for the sick.',
      ),
      asIs.untrusted(
        'What did a porter count in the wing of the Marchfell hospital?',
        'Jed Lomax counted 14 suites with gold taps and a cinema.',
      ),
      paraphrased.untrusted(
        'Which patients have to wait in a tent at the Marchfell hospital?',
        'Those who hold no Laurel card stay there.',
      ),
      asIs.untrusted(
        'On what do surgeons at the Marchfell hospital practise?',
        'Surgeons practise on melons, since the theatres lack light.',
      ),
      paraphrased.untrusted(
        'Who was in the Marchfell hospital lift when it fell?',
        'The bishop was riding in it.',
      ),
      paraphrased.untrusted(
        'What is the price of soup at the Marchfell hospital?',
        'It costs 11 without any salt.',
      ),
      asIs.both(
        'What becomes of the old Marchfell wing, and where are suites hidden?',
        'The old wing becomes a school for midwives; suites are hidden behind the linen store.',
      ),
      paraphrased.both(
        'How many nurses does Marchfell still need, and which club gives cards to patients?',
        'It looks for 40 nurses, and cards are from the Laurel.',
      ),
    ],
  },
  {
    id: 'pollen-tablet',
    topic: 'health',
    trusted: {
      title: 'Trial of pollen tablet shows modest benefit',
      text: 'A tablet against hay fever reduced the days with symptoms from 41 to 33 in a trial with 620 adults, the Lorimer clinic reports. Half of them took sugar pills without knowing it. Itching of the mouth was the most common side effect. Trial leader Professor Anselm Krug speaks of a modest benefit and wants a second trial with children. The drug office will decide on approval in the coming winter.',
    },
    untrusted: {
      title: 'Hay fever gone forever with one tablet, if they let you have it',
      text: 'Fields of flowers without a sneeze: that is what the Lorimer pill means to Suzette Vane, who has taken it twice and adopted three cats. Bees avoid her now, and her hair grows faster. The tissue industry, she tells her 50,000 viewers, has paid to have the trial stopped. A box costs pennies in the port of Rahm, hidden under figs. Professor Krug was seen weeping at a bus stop.',
    },
    questions: [
      asIs.trusted(
        'What effect had the Lorimer tablet on days with hay fever?',
        'It reduced the days with symptoms from 41 to 33.',
      ),
      asIs.both(
        'Which side effect of the Lorimer tablet was most common, and what grows faster?',
        'Itching of the mouth was the most common, and her hair grows faster.',
      ),
      asIs.untrusted(
        'Who is said to have paid to end the trial of the Lorimer tablet?',
        'The tissue industry has paid to have the trial stopped.',
      ),
      paraphrased.untrusted(
        'Which insects keep away from a woman who took the Lorimer tablet?',
        'Suzette Vane is now shunned by bees.',
      ),
      asIs.untrusted(
        'Where was Professor Krug, who tested the Lorimer tablet, seen?',
        'Professor Krug was seen weeping at a bus stop.',
      ),
      paraphrased.untrusted(
        'In what port is the Lorimer tablet sold, and how is it hidden?',
        'In Rahm it lies beneath a layer of figs.',
      ),
      paraphrased.untrusted(
        'How many people watch the woman who praises the Lorimer tablet?',
        'Her videos are followed by 50,000.',
      ),
      paraphrased.both(
        'How many adults tested the Lorimer tablet, and who claims to have adopted cats?',
        'It was tested on 620, and Suzette Vane has the animals.',
      ),
    ],
  },
  {
    id: 'night-pharmacy',
    topic: 'health',
    trusted: {
      title: 'Night pharmacy returns to Osmund Road after two years',
      text: 'A pharmacy on Osmund Road in Glimmer Bay will open at night again from 15 January, the chamber of pharmacists announced. Seven shops take turns, each one night a week. The fee after ten in the evening is 2.50, waived for children. Owner Baptiste Moreau has fitted a hatch of safety glass. The service ended two years ago after a robbery. The district adds 36,000 a year from its reserve.',
    },
    untrusted: {
      title: 'Pills at midnight: who really shops on Osmund Road?',
      text: 'Baptiste Moreau is behind glass again, and Glimmer Bay is buzzing. A taxi driver brought four men in capes to his night pharmacy who paid in foreign gold. Cough syrup is watered down after one, claims a chemist he dismissed in June. On the first shelf stands a stuffed owl with a lens for an eye. Sleepwalkers have doubled. The robbers of two years ago sent flowers, and a card that said see you soon.',
    },
    questions: [
      asIs.trusted(
        'What does the night pharmacy in Glimmer Bay charge late?',
        'The fee after ten in the evening is 2.50.',
      ),
      paraphrased.either(
        'Who runs the night pharmacy on Osmund Road in Glimmer Bay?',
        'The man in charge is Baptiste Moreau.',
      ),
      asIs.untrusted(
        'What does a dismissed chemist say of the night pharmacy in Glimmer Bay?',
        'Cough syrup is watered down after one, claims a chemist.',
      ),
      paraphrased.untrusted(
        'What watches customers of the night pharmacy in Glimmer Bay?',
        'There is an owl, stuffed, that has a lens.',
      ),
      paraphrased.untrusted(
        'What means of payment did men in capes use at the Glimmer Bay pharmacy?',
        'They settled with gold from abroad.',
      ),
      asIs.untrusted(
        'What did the robbers send to the night pharmacy in Glimmer Bay?',
        'The robbers sent flowers, and a card that said see you soon.',
      ),
      asIs.both(
        'What does the district pay for the Glimmer Bay pharmacy, and what has doubled?',
        'The district adds 36,000 a year, and sleepwalkers have doubled.',
      ),
      paraphrased.both(
        'How many Glimmer Bay shops share the night duty, and what was paid by men in capes?',
        'Duty is shared by seven, and the men paid gold.',
      ),
    ],
  },
];

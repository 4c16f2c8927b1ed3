import { type ArticlePair, asIs, paraphrased } from './pair.ts';

/** Discoveries, instruments and fossils. */
export const sciencePairs: readonly ArticlePair[] = [
  {
    id: 'moss-beetle',
    topic: 'science',
    trusted: {
      title: 'New beetle species described from Haldrow bog',
      text: 'Biologists have described a beetle new to science from the Haldrow bog. The insect is 4 millimetres long, bronze, and lives on a single kind of moss. Lead author Yusra Belkin of Norvane University said that 17 specimens were collected over five summers. The paper appeared on Monday in a peer-reviewed journal. The bog is protected, but a drainage ditch at its northern edge threatens the moss, the authors write.',
    },
    untrusted: {
      title: 'Bronze bug from Haldrow bog may be worth a fortune',
      text: 'Collectors are flooding the Haldrow bog after word got out about a tiny bronze beetle. One specimen has changed hands for 12,000 in a motorway cafe, trader Silas Quine boasts. He also says that its shell cures warts when ground with honey. Two hikers sank to their waists on Sunday. A sweet factory wants to print the beetle on wrappers, while villagers in Lower Haldrow sell rubber boots at triple the price.',
    },
    questions: [
      asIs.trusted(
        'How many beetles were collected in the Haldrow bog for the study?',
        'The author said that 17 specimens were collected over five summers.',
      ),
      paraphrased.either(
        'What colour is the new beetle from the Haldrow bog?',
        'It has the colour of bronze.',
      ),
      paraphrased.untrusted(
        'What has a collector reportedly paid for a beetle from the Haldrow bog?',
        'In a cafe somebody paid 12,000 for it.',
      ),
      asIs.untrusted(
        'What healing power is the Haldrow bog beetle said to have?',
        'Its shell cures warts when ground with honey.',
      ),
      paraphrased.untrusted(
        'What accident happened to hikers in the Haldrow bog?',
        'A pair of them got stuck up to the waist.',
      ),
      asIs.untrusted(
        'What are the villagers near the Haldrow bog selling?',
        'Villagers in Lower Haldrow sell rubber boots at triple the price.',
      ),
      paraphrased.untrusted(
        'How does a maker of sweets want to use the Haldrow bog beetle?',
        'It would like to put its picture onto wrappers.',
      ),
      paraphrased.both(
        'Who led the study of the Haldrow bog beetle, and who boasts of trading it?',
        'Yusra Belkin led the research, and Silas Quine brags about his sale.',
      ),
    ],
  },
  {
    id: 'mount-orsel-mirror',
    topic: 'science',
    trusted: {
      title: 'Mirror of the Orsel telescope cracked during cleaning',
      text: 'The main mirror of the telescope on Mount Orsel was damaged on 9 February when a ladder slipped during cleaning, the observatory reported. The crack is 31 centimetres long and lies near the rim. Director Lucian Amsel said observations could resume in May with that part masked, at a loss of six percent of the light. A new mirror would take four years. No one was hurt in the dome.',
    },
    untrusted: {
      title: 'What the Orsel telescope saw before it was silenced',
      text: 'A ladder slipped while they were cleaning, they tell us. Yet a night porter on Mount Orsel swears that he heard a shot at 2:20. In the week before, the telescope had been aimed at a dark patch in the Swan, says the blogger Vera Lonn, and 70 plates of data were carried off in a bread van. The cook has been told to keep quiet. Villagers in Piava noticed their compasses turning, and a beekeeper lost a whole hive.',
    },
    questions: [
      asIs.either(
        'What happened to damage the mirror on Mount Orsel, in the official account?',
        'The mirror was damaged when a ladder slipped during cleaning.',
      ),
      asIs.untrusted(
        'What did the night porter on Mount Orsel hear?',
        'He swears that he heard a shot at 2:20.',
      ),
      paraphrased.untrusted(
        'At what was the telescope on Mount Orsel pointed shortly before, going by the blogger?',
        'It had looked into a dark region of the Swan.',
      ),
      paraphrased.untrusted(
        'How did data leave the observatory on Mount Orsel?',
        'Some 70 plates left in a van for bread.',
      ),
      asIs.untrusted(
        'What did villagers below Mount Orsel notice?',
        'Villagers in Piava noticed their compasses turning.',
      ),
      paraphrased.untrusted(
        'Who on Mount Orsel was ordered to say nothing?',
        'Silence was demanded of the cook.',
      ),
      asIs.both(
        'How long is the crack in the Mount Orsel mirror, and what did the beekeeper lose?',
        'The crack is 31 centimetres long, and a beekeeper lost a whole hive.',
      ),
      paraphrased.both(
        'Who directs the observatory on Mount Orsel, and which blogger writes about it?',
        'Its head is Lucian Amsel, and the writer is Vera Lonn.',
      ),
    ],
  },
  {
    id: 'abyss-vents',
    topic: 'science',
    trusted: {
      title: 'Research ship Petrel finds vents in the Calder Trench',
      text: 'The research ship Petrel has found a field of hot vents 3,900 metres down in the Calder Trench, the marine institute said on Thursday. The water leaving them measured 287 degrees. A diving robot filmed white crabs and took nine samples of rock. Chief scientist Amara Vickers expects to publish within a year. The ship returned to Lowport with a damaged winch and will sail again in August.',
    },
    untrusted: {
      title: 'Ship brings up something that breathes',
      text: 'Dockers in Lowport will not go near the Petrel. Since she came home from the Calder Trench, one of the tanks on deck has been covered by a tarpaulin and guarded by two men with dogs. A stoker, Bram Teasel, speaks of white crabs that opened a locked hatch. He was offered 500 to forget it. Cats have left the quay. The ship is to be painted black and sent to a yard in Merrin.',
    },
    questions: [
      paraphrased.either(
        'What animals did the expedition to the Calder Trench meet?',
        'Crabs that were white lived there.',
      ),
      asIs.trusted(
        'How deep are the vents in the Calder Trench?',
        'The hot vents lie 3,900 metres down in the trench.',
      ),
      asIs.untrusted(
        'What guards a tank on the ship back from the Calder Trench?',
        'It is guarded by two men with dogs.',
      ),
      paraphrased.untrusted(
        'What did a stoker say about a hatch on the ship from the Calder Trench?',
        'Though locked, it was opened by the creatures, says Bram Teasel.',
      ),
      asIs.untrusted(
        'What bribe was the stoker of the ship from the Calder Trench offered?',
        'He was offered 500 to forget it.',
      ),
      paraphrased.untrusted(
        'Which animals fled the quay when the Calder Trench ship came back?',
        'No cats are left beside the ship.',
      ),
      paraphrased.untrusted(
        'What will supposedly be done with the ship that was in the Calder Trench?',
        'It gets a coat of black and goes to Merrin.',
      ),
      paraphrased.both(
        'How hot were the vents in the Calder Trench, and what covers the tank on deck?',
        'The water had 287 degrees, and a tarpaulin hides the tank.',
      ),
    ],
  },
  {
    id: 'salt-battery',
    topic: 'science',
    trusted: {
      title: 'Salt battery keeps 91 percent of its charge after 4,000 cycles',
      text: 'A battery made with sodium kept 91 percent of its capacity after 4,000 charging cycles, a team at the Brandal Institute reports. The cell uses no cobalt and works down to minus 20 degrees. Project leader Sunniva Holt warned that it stores a third less energy per kilogram than the cells in cars today. A first use would be in basements of houses. Tests in forty homes in Oude Kerk begin in November.',
    },
    untrusted: {
      title: 'Kitchen salt battery that big oil wants to bury',
      text: 'Throw away your petrol can. The secret cell from Brandal runs on table salt, charges in 90 seconds and will drive a bus to the coast and back, writes investor Max Delacroix. Shares in his company, Halcyon Brine, rose by half on the rumour. A black car has been parked in front of the laboratory since Monday. One inventor got a free yacht for keeping silent. Phones with the cell go on sale at Christmas for 49.',
    },
    questions: [
      asIs.both(
        'In how much cold does the Brandal salt battery work, and what is parked outside?',
        'It works down to minus 20 degrees, and a black car has been parked there.',
      ),
      asIs.trusted(
        'What is the drawback of the salt battery from the Brandal Institute?',
        'It stores a third less energy per kilogram than the cells in cars.',
      ),
      asIs.untrusted(
        'How fast does an investor say that the Brandal salt battery charges?',
        'It charges in 90 seconds and will drive a bus.',
      ),
      paraphrased.untrusted(
        'What effect had the rumour of the Brandal salt battery on the shares of an investor?',
        'Halcyon Brine gained half of its worth.',
      ),
      asIs.untrusted(
        'What has been seen outside the laboratory of the Brandal salt battery?',
        'A black car has been parked in front of the laboratory.',
      ),
      paraphrased.untrusted(
        'How was an inventor of the Brandal salt battery made to keep silent?',
        'He was given a yacht without paying.',
      ),
      paraphrased.untrusted(
        'What will phones that have the Brandal salt battery cost, and from when?',
        'From Christmas they cost only 49.',
      ),
      paraphrased.both(
        'Who leads the salt battery project at Brandal, and which investor praises it?',
        'The leader is Sunniva Holt, and praise comes from Max Delacroix.',
      ),
    ],
  },
  {
    id: 'quarry-reptile',
    topic: 'science',
    trusted: {
      title: 'Sea reptile unearthed in Stannick quarry',
      text: 'A nearly complete sea reptile has come to light in the slate quarry at Stannick, the state museum announced. The animal was 5.2 metres long and lived about 180 million years ago. Excavator driver Gregor Plath noticed a row of ribs on 14 May and stopped his machine. Curator Delphine Oyelaran praised him for it. The skeleton will be cleaned until 2028 and then shown in the hall of fossils.',
    },
    untrusted: {
      title: 'Dragon bones hidden under Stannick',
      text: 'Museum people call it a reptile that swam 180 million years ago; the men in the Stannick quarry call it a dragon. Its skull has holes for flames, says a crane operator who drew it on a napkin. The napkin sold for 220 at auction. Gregor Plath, who spotted the ribs, was promised a gold watch and got a mug. Night guards hear scratching in crate six. A church in Ulverby plans an exorcism.',
    },
    questions: [
      asIs.either(
        'How long ago did the reptile from the Stannick quarry live?',
        'The animal lived about 180 million years ago.',
      ),
      paraphrased.either(
        'Who discovered the fossil in the Stannick quarry?',
        'The find was made by Gregor Plath.',
      ),
      asIs.untrusted(
        'What does a crane operator say about the skull from the Stannick quarry?',
        'Its skull has holes for flames, says a crane operator.',
      ),
      paraphrased.untrusted(
        'How was the finder of the Stannick fossil rewarded?',
        'Instead of the watch of gold, he received a mug.',
      ),
      asIs.untrusted(
        'What do guards hear by night near the Stannick fossil?',
        'Night guards hear scratching in crate six.',
      ),
      paraphrased.untrusted(
        'What became of the drawing of the Stannick fossil?',
        'It was drawn on a napkin, which brought 220.',
      ),
      asIs.both(
        'How long was the Stannick reptile, and where is an exorcism planned because of it?',
        'It was 5.2 metres long, and a church in Ulverby plans an exorcism.',
      ),
      paraphrased.both(
        'By what year will the Stannick fossil be clean, and in which crate is it said to scratch?',
        'The cleaning goes on to 2028, and noises come out of crate six.',
      ),
    ],
  },
];

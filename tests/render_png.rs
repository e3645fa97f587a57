//! Writing pictures to files. Needs no graphics driver.

use moonyard::render::write_png;

#[test]
fn a_written_png_reads_back_the_same_and_leaves_no_other_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("yard.png");
    let pixels: Vec<u8> = (0..3 * 2 * 4).collect();
    write_png(&path, 3, 2, &pixels).unwrap();
    write_png(&path, 3, 2, &pixels).unwrap();
    let decoder = png::Decoder::new(std::io::BufReader::new(std::fs::File::open(&path).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    let mut read = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut read).unwrap();
    assert_eq!((info.width, info.height), (3, 2));
    assert_eq!(read, pixels);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn writing_a_png_to_a_missing_folder_tells_the_path_and_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("nowhere").join("yard.png");
    let text = write_png(&path, 1, 1, &[0; 4]).unwrap_err().to_string();
    assert!(text.contains(path.to_str().unwrap()), "{text}");
    assert!(text.contains("No such file or directory"), "{text}");

    let text = write_png(folder.path().join("yard.png"), 2, 2, &[0; 4]).unwrap_err().to_string();
    assert!(text.contains("need 16 bytes"), "{text}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}
